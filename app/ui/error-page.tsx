import { isRouteErrorResponse } from 'react-router'
import { FaultPage, RefusedPage } from './fault-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { referenceOf } from './reference.ts'
import { isRefused } from './refused.ts'

/** What no area caught: an address without a page, or a fault, with the id under which the log has it. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isRefused(error)) return <RefusedPage />
  return <FaultPage reference={referenceOf(error)} />
}
