import { isRouteErrorResponse } from 'react-router'

/** A 404, not an internal error. */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}
