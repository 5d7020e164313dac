import type { AdminActor } from '../../platform/database.server.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatAmount, parseAmount } from '../../values/money.ts'
import { normalized } from '../../values/typed-text.ts'
import { entriesById } from '../payments/import-payments.server.ts'
import { isoDay } from './cells.ts'
import { idIn, knownRows } from './known-rows.server.ts'
import type { ImportRow } from './read-import.ts'

type Entry = Awaited<ReturnType<typeof entriesById>>[number]

/**
 * The rows of a file of payments that name an entry of ours, as our own export does for each: payments, refunds,
 * adjustments and voids alike stand in the ledger already, and those that are voided are told so. `payments` are those
 * among them that later rows of the file may repeat.
 */
export async function bookedRows(admin: AdminActor, rows: readonly ImportRow[]) {
  const ids = new Set(rows.flatMap((row) => idIn(row, 'entry') ?? []))
  const entries = ids.size === 0 ? [] : await entriesById(admin, [...ids])
  const { rowOf, ...parted } = knownRows('payments', 'entry', rows, {
    known: new Map(entries.map((entry) => [entry.id, entry])),
    differs,
    shown: (entry) => ({ name: `${entry.investor}, ${entry.project}`, about: aboutOf(entry) }),
  })
  const payments = entries.flatMap((entry) => {
    const row = entry.kind === 'payment' ? rowOf.get(entry.id) : undefined
    return row === undefined ? [] : [{ ...entry, row }]
  })
  return { ...parted, payments }
}

/** A row that was copied for a new payment, or changed, is not the entry that it names. */
function differs(cells: Record<string, string>, entry: Entry): string | null {
  const investment = (cells.investment ?? '').toLowerCase()
  const agrees =
    ((cells.kind ?? '').toLowerCase() || 'payment') === entry.kind &&
    signed(cells.amount ?? '') === entry.amount_cents &&
    isoDay(cells.receivedOn ?? '') === entry.dated_on &&
    normalized(cells.reference ?? '') === (entry.reference ?? '') &&
    ['', entry.investment_id].includes(investment)
  return agrees ? null : `This entry is ${aboutOf(entry)}: empty this cell to book a new payment.`
}

function signed(text: string): bigint | null {
  const parsed = parseAmount(text.replace(/^-/, ''))
  if (!parsed.ok) return null
  return text.startsWith('-') ? -parsed.amount : parsed.amount
}

const kinds = { payment: '', refund: 'Refund, ', adjustment: 'Adjustment, ', void: 'Void, ' }

function aboutOf({ kind, amount_cents, dated_on, reference, voided_on }: Entry): string {
  const words = [formatAmount(amount_cents, 'when-needed'), formatDay(dated_on), reference]
  const voided = voided_on ? `, voided on ${formatDay(voided_on)}` : ''
  return `${kinds[kind]}${words.filter((word) => word !== null).join(', ')}${voided}`
}
