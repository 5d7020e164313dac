import type { AdminActor } from '../../platform/database.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatAmount } from '../../values/money.ts'
import {
  hasOwnReference,
  paymentsWithReferences,
  referenceKeys,
  type SameReference,
} from '../payments/same-reference.server.ts'
import type { PaymentRow } from './payment-row-schema.ts'

/** What a row can do that is refused because it seems to be recorded already. */
export const toRecordAgain = 'Leave this row out, or write yes under Record again.'

type Row = { row: number; known: Partial<PaymentRow> }

/** The references of a file that only one transfer has; `of` says who carries a row's already, asked row after row. */
export type RepeatedReferences = {
  all: string[]
  of: (row: number, known: Partial<PaymentRow>) => string | null
}

/** Which references of these rows are recorded already, or stand in an earlier row. */
export async function repeatedReferences(
  admin: AdminActor,
  rows: readonly Row[],
): Promise<RepeatedReferences> {
  const all = [...new Set(rows.flatMap(({ known }) => ownReference(known) ?? []))]
  const keys = await referenceKeys(admin, all)
  const recorded = Map.groupBy(
    await paymentsWithReferences(admin, all),
    ({ referenceKey }) => referenceKey,
  )
  const first = new Map<string, number>()
  const of = (row: number, known: Partial<PaymentRow>) => {
    const key = keys.get(ownReference(known) ?? '')
    if (key === undefined) return null
    const [latest] = recorded.get(key) ?? []
    const before = first.get(key)
    first.set(key, before ?? row)
    if (latest) return wordsOf(latest)
    return before === undefined ? null : `The same reference is in row ${before}.`
  }
  return { all, of }
}

const ownReference = ({ method, reference }: Partial<PaymentRow>) =>
  hasOwnReference(method) ? reference : null

function wordsOf({
  amount,
  receivedOn,
  investor,
  email,
  project,
  receiptNumber,
}: SameReference): string {
  const receipt = receiptNumber ? `, receipt ${receiptNumber}` : ''
  const payment = `${formatAmount(amount, 'when-needed')} on ${formatDay(receivedOn)} from ${investor} (${email}) for ${project}`
  return `This reference is already recorded: ${payment}${receipt}.`
}
