import { isRouteErrorResponse } from 'react-router'
import { referenceOf } from '../fields/reference.ts'
import { isRefused } from '../fields/refused.ts'
import { FaultPage, RefusedPage } from './fault-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** What no area caught: an address without a page, or a fault, with the id under which the log has it. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isRefused(error)) return <RefusedPage />
  return <FaultPage reference={referenceOf(error)} />
}
