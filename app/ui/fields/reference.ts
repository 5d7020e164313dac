import { isRouteErrorResponse } from 'react-router'

/** The log's id of an internal error, if the response has one (platform/http/references.server.ts). */
export function referenceOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined
  const facts: unknown = error.data
  if (typeof facts !== 'object' || facts === null || !('reference' in facts)) return undefined
  return String(facts.reference)
}
