import { isRouteErrorResponse } from 'react-router'
import { FaultPage, RefusedPage } from './fault-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { isRefused } from './refused.ts'

/** What no area caught: an address without a page, or a fault, with the id under which the log has it. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isRefused(error)) return <RefusedPage />
  return <FaultPage reference={referenceOf(error)} />
}

function referenceOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return undefined
  const facts: unknown = error.data
  if (typeof facts !== 'object' || facts === null || !('reference' in facts)) return undefined
  return String(facts.reference)
}
