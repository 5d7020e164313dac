import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { GuestActor, WorkerActor } from '../../platform/database/database.server.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { keyedHash } from '../../platform/session/keyed-hash.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { type Cents, cents } from '../../values/money.ts'

/**
 * What anyone may learn by a document's code: validity, amount and day, never the owner. A
 * statement's amount is the balance on its last day, a schedule's what was agreed in all, on the day of the agreement.
 */
export type VerifiedDocument = {
  kind: 'receipt' | 'statement' | 'schedule'
  state: 'genuine' | 'voided' | 'replaced'
  amount: Cents
  on: CalendarDate
  /** When it was voided or replaced. */
  changedOn: CalendarDate | null
  /** For a genuine statement, what was voided after its last day. */
  voidedSince: Cents
  /** What a receipt's payment was in another currency. */
  paid: { minor: bigint; currency: Currency } | null
  /** What a payment schedule agreed; empty for other documents. */
  lines: VerifiedLine[]
}

/** A line of a payment schedule: due on a day, or days after a milestone was reached. */
export type VerifiedLine = {
  position: number
  amount: Cents
  dueOn: CalendarDate | null
  milestone: string | null
  days: number | null
}

const unknownAnHour = 30

/**
 * Verifies a document by its code; genuine ones are always answered. Null for an unknown code;
 * after thirty of them in an hour a network is refused until `retryAt`, counted across processes.
 */
export async function verifyDocument(
  guest: GuestActor,
  code: string,
  clientAddress: string | undefined,
): Promise<VerifiedDocument | null | { refused: 'too-many'; retryAt: Date }> {
  const client = keyedHash('unknown code', clientAddress ? networkOf(clientAddress) : 'unknown')
  const { rows } = await sql<Row>`select kind, state, amount_cents, dated_on, changed_on,
    voided_since_cents, retry_at, paid_minor, paid_currency, lines
    from verify_paper(${code}, ${client}, ${unknownAnHour}, ${clock.now()})`.execute(guest.tx)
  const [row] = rows
  if (!row) return null
  if (row.state === 'too-many') return { refused: 'too-many', retryAt: row.retry_at }
  return {
    kind: row.kind,
    state: row.state,
    amount: row.amount_cents,
    on: row.dated_on,
    changedOn: row.changed_on,
    voidedSince: row.voided_since_cents,
    paid:
      row.paid_minor === null || row.paid_currency === null
        ? null
        : { minor: row.paid_minor, currency: row.paid_currency },
    lines: (row.lines ?? []).map(({ amount, ...due }) => ({
      ...due,
      amount: cents(BigInt(amount)),
    })),
  }
}

type Row = {
  kind: VerifiedDocument['kind']
  state: VerifiedDocument['state'] | 'too-many'
  amount_cents: Cents
  dated_on: CalendarDate
  changed_on: CalendarDate | null
  voided_since_cents: Cents
  retry_at: Date
  paid_minor: bigint | null
  paid_currency: Currency | null
  lines: (Omit<VerifiedLine, 'amount'> & { amount: string })[] | null
}

const oneHour = 3_600_000

/** Deletes counts of unknown codes after their hour. Daily worker job. */
export async function sweepUnknownCodes(worker: WorkerActor): Promise<void> {
  const hourAgo = new Date(clock.now().getTime() - oneHour)
  await worker.tx.deleteFrom('unknown_code').where('tried_at', '<', hourAgo).execute()
}
