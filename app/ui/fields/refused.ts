import { isRouteErrorResponse } from 'react-router'

/** An answer that blames the request, told from a fault. */
export function isRefused(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status >= 400 && error.status < 500
}

/** An answer that says there is nothing here, told from a fault. */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}
