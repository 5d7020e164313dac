import { isRouteErrorResponse } from 'react-router'

/** The id under which the log has a fault of ours, where the answer told it (platform/http/references.server.ts). */
export function referenceOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined
  const facts: unknown = error.data
  if (typeof facts !== 'object' || facts === null || !('reference' in facts)) return undefined
  return String(facts.reference)
}
