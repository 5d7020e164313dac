import { isRouteErrorResponse } from 'react-router'
import { referenceOf } from '../fields/reference.ts'
import { isRefused } from '../fields/refused.ts'
import { FaultPage, RefusedPage } from './fault-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** Errors that no area caught, with the log's reference. */
export function ErrorPage({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  if (isRefused(error)) return <RefusedPage />
  return <FaultPage reference={referenceOf(error)} />
}
