import { isRouteErrorResponse } from 'react-router'

/** A client error, not an internal one. */
export function isRefused(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status >= 400 && error.status < 500
}

/** A 403: another role of staff may do it. */
export function isForbidden(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 403
}
