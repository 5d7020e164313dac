import { type CalendarDate, parseCalendarDate } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'
import { listQuery } from '../../values/list-query.ts'
import { type TransactionState, transactionStates } from './bank-transaction.ts'
import { type Bucket, buckets } from './reconciliation.ts'

/** Open money out that the dashboard names, also states in the address of the list. */
const openMoneyOut = ['reversed', 'unexplained'] as const

/**
 * The filters of the list; null narrows nothing. `automatic` leaves what was matched without a person in the last day. The
 * days are in Nairobi, both included; `bucket` leaves what is behind a figure of a reconciliation of them.
 */
export type TransactionSearch = {
  q: string
  state: TransactionState | null
  accountId: string | null
  statementFileId: string | null
  transactionId: string | null
  automatic: boolean
  moneyOut: (typeof openMoneyOut)[number] | null
  /** Charges are left out of all states together, unless something is looked for. */
  hidesCharges: boolean
  from: CalendarDate | null
  to: CalendarDate | null
  bucket: { name: Bucket; asOf: CalendarDate } | null
  page: number
}

/** The filters in an address; unknown values narrow nothing. */
export function transactionSearch(url: URL): TransactionSearch {
  const { searchParams: params } = url
  const idIn = (name: string) => {
    const id = params.get(name)
    return id !== null && isId(id) ? id : null
  }
  const dayIn = (name: string) => {
    const parsed = parseCalendarDate(params.get(name) ?? '')
    return parsed.ok ? parsed.day : null
  }
  const name = buckets.find((bucket) => bucket === params.get('bucket'))
  const asOf = dayIn('as-of')
  const isNarrowed = ['q', 'state', 'statement', 'transaction', 'bucket'].some((key) =>
    Boolean(params.get(key)),
  )
  return {
    ...listQuery(url),
    state: transactionStates.find((state) => state === params.get('state')) ?? null,
    accountId: idIn('account'),
    statementFileId: idIn('statement'),
    transactionId: idIn('transaction'),
    hidesCharges: !isNarrowed && params.get('charges') !== 'shown',
    automatic: params.get('state') === 'automatic',
    moneyOut: openMoneyOut.find((name) => name === params.get('state')) ?? null,
    from: dayIn('from'),
    to: dayIn('to'),
    bucket: name && asOf ? { name, asOf } : null,
  }
}
