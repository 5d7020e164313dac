import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { GuestActor, WorkerActor } from '../../platform/database/database.server.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { keyedHash } from '../../platform/session/keyed-hash.server.ts'
import { type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { type Cents, cents } from '../../values/money.ts'
import { periodOf } from './statement-period.ts'

/**
 * What anyone may learn by a document's code: validity, number, amount, day and the masked name, never the name. A
 * statement's amount is the balance on its last day, a schedule's what was agreed in all, on the day of the agreement.
 */
export type VerifiedDocument = {
  kind: 'receipt' | 'statement' | 'schedule'
  /** The number of a receipt, the period of a statement, the payment reference of a schedule. */
  number: string | null
  /** `A•••• H••••` */
  maskedName: string
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
    voided_since_cents, retry_at, paid_minor, paid_currency, lines, number, masked_name
    from verify_paper(${code}, ${client}, ${unknownAnHour}, ${clock.now()})`.execute(guest.tx)
  const [row] = rows
  if (!row) return null
  if (row.state === 'too-many') return { refused: 'too-many', retryAt: row.retry_at }
  return {
    kind: row.kind,
    number: row.kind === 'statement' ? periodWords(row.number) : row.number,
    maskedName: row.masked_name,
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
  number: string | null
  masked_name: string
}

function periodWords(stored: string | null): string | null {
  const [from, to] = stored?.split('/') ?? []
  return from && to ? periodOf(calendarDate(from), calendarDate(to)).label : null
}

const namesAnHour = 10

/** Whether the name is the one on the document. */
export type NameVerified =
  | { isSame: boolean }
  | { refused: 'unknown' }
  | { refused: 'too-many'; retryAt: Date }

/**
 * Compares a typed name with the one on a document, without accents, case and the order of its words; nothing of it is stored.
 * A network and a document are refused after ten tries in an hour.
 */
export async function verifyName(
  guest: GuestActor,
  { code, name }: { code: string; name: string },
  clientAddress: string | undefined,
): Promise<NameVerified> {
  const client = keyedHash('typed name', clientAddress ? networkOf(clientAddress) : 'unknown')
  const document = keyedHash('typed name of document', code)
  const { rows } = await sql<{
    state: 'same' | 'other' | 'too-many'
    retry_at: Date
  }>`select state, retry_at
    from verify_name(${code}, ${name}, ${client}, ${document}, ${namesAnHour}, ${clock.now()})`.execute(
    guest.tx,
  )
  const [row] = rows
  if (!row) return { refused: 'unknown' }
  if (row.state === 'too-many') return { refused: 'too-many', retryAt: row.retry_at }
  return { isSame: row.state === 'same' }
}

const oneHour = 3_600_000

/** Deletes counts of unknown codes after their hour. Daily worker job. */
export async function sweepUnknownCodes(worker: WorkerActor): Promise<void> {
  const hourAgo = new Date(clock.now().getTime() - oneHour)
  await worker.tx.deleteFrom('unknown_code').where('tried_at', '<', hourAgo).execute()
}
