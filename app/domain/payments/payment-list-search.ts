import { type CalendarDate, calendarDate, parseCalendarDate } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'
import { listQuery } from '../../values/list-query.ts'
import { type PaymentMethod, paymentMethods } from '../investments/payment-methods.ts'

/** What the ledger records. */
export const entryKinds = ['payment', 'refund', 'adjustment', 'void'] as const
export type EntryKind = (typeof entryKinds)[number]

export const entryKindLabels: Record<EntryKind, string> = {
  payment: 'Payments',
  refund: 'Refunds',
  adjustment: 'Adjustments',
  void: 'Voids',
}

/** The filters of the payments list; null narrows nothing. The period is of business dates, both days included. */
export type PaymentListSearch = {
  q: string
  kind: EntryKind | null
  method: PaymentMethod | null
  projectId: string | null
  accountId: string | null
  from: CalendarDate | null
  to: CalendarDate | null
}

/** The filters in an address. Without a search or a period it is this month; unknown values narrow nothing. */
export function paymentListSearch(url: URL, today: CalendarDate): PaymentListSearch {
  const { searchParams: params } = url
  const { q } = listQuery(url)
  const idIn = (name: string) => {
    const id = params.get(name)
    return id !== null && isId(id) ? id : null
  }
  const dayIn = (name: string) => {
    const parsed = parseCalendarDate(params.get(name) ?? '')
    return parsed.ok ? parsed.day : null
  }
  const isWhole = q.trim() === '' && !params.has('from') && !params.has('to')
  return {
    q,
    kind: entryKinds.find((kind) => kind === params.get('kind')) ?? null,
    method: paymentMethods.find((method) => method === params.get('method')) ?? null,
    projectId: idIn('project'),
    accountId: idIn('account'),
    from: isWhole ? calendarDate(`${today.slice(0, 7)}-01`) : dayIn('from'),
    to: isWhole ? null : dayIn('to'),
  }
}
