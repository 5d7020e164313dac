import type { AlreadyDecided } from '../../domain/investment-requests/decide-request.server.ts'
import type { RequestStatus } from '../../domain/investment-requests/request.ts'
import { DialogNotice } from '../../ui/layout/dialog-notice.tsx'

export function decidedWords({ status, by }: Omit<AlreadyDecided, 'refused'>): string {
  if (status === 'withdrawn') return 'The investor has withdrawn this request.'
  if (status === 'expired') return 'This request has expired: it was reserved for 14 days.'
  return by === null
    ? `This request was already ${status}.`
    : `This request was already ${status}, by ${by}.`
}

type Decided = { status: RequestStatus; decidedBy: string | null }

/** Replaces the form of a decided request; null while it is open. */
export function DecidedAlreadyBody({ request: { status, decidedBy } }: { request: Decided }) {
  if (status === 'pending') return null
  return <DialogNotice tone="info">{decidedWords({ status, by: decidedBy })}</DialogNotice>
}
