import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { type Cents, cents } from '../../values/money.ts'
import { type PaidColumns, paidOf } from '../exchange-rates/paid-columns.ts'
import type { CorrectedEntry } from './corrected-entry.ts'

export type ReceivedPayment = {
  investmentId: string
  investorId: string
  amount: Cents
  receivedOn: CalendarDate
  project: string
  receiptNumber: string | null
  /** What was paid in another currency. */
  paid: PaidInCurrency | null
  /** Cents that the exchange rate left of what remained, and that were closed. */
  closed: Cents
}

/** A payment with project and receipt; null when voided or not visible to this actor. */
export async function findReceivedPayment(
  actor: Actor,
  paymentId: string,
): Promise<ReceivedPayment | null> {
  const row = await actor.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select(['entry.amount_cents', 'entry.dated_on', 'project.name', 'receipt.number'])
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select(['entry.rate_on', 'entry.investment_id', 'investment.investor_id'])
    .select(closedWith.as('closed'))
    .where('entry.id', '=', paymentId)
    .where('entry.kind', '=', 'payment')
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('ledger_entry as void').whereRef('void.voids_id', '=', 'entry.id'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!row) return null
  return {
    amount: row.amount_cents,
    receivedOn: row.dated_on,
    project: row.name,
    receiptNumber: row.number,
    paid: paidOf(row),
    investmentId: row.investment_id,
    investorId: row.investor_id,
    closed: row.closed,
  }
}

const closedWith = sql<Cents>`coalesce((select closing.amount_cents from ledger_entry closing
  where closing.rounds_id = entry.id
    and not exists (select from ledger_entry void where void.voids_id = closing.id)), 0)`

/** A voided entry with the reason; null when this actor may not see it. */
export async function findVoidedEntry(
  actor: Actor,
  voidId: string,
): Promise<CorrectedEntry | null> {
  const row = await actor.tx
    .selectFrom('ledger_entry as void')
    .innerJoin('ledger_entry as entry', 'entry.id', 'void.voids_id')
    .innerJoin('investment', 'investment.id', 'void.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select(['entry.kind', 'entry.amount_cents', 'project.name', 'void.reason', 'receipt.number'])
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select('entry.rate_on')
    .where('void.id', '=', voidId)
    .$narrowType<{ kind: CorrectedEntry['kind'] }>()
    .executeTakeFirst()
  return row ? corrected(row) : null
}

/** A refund with its reason; null when this actor may not see it. */
export async function findRefund(actor: Actor, entryId: string): Promise<CorrectedEntry | null> {
  const row = await actor.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['entry.kind', 'entry.amount_cents', 'project.name', 'entry.reason'])
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select('entry.rate_on')
    .where('entry.id', '=', entryId)
    .$narrowType<{ kind: CorrectedEntry['kind'] }>()
    .executeTakeFirst()
  return row ? corrected({ ...row, number: null }) : null
}

type Row = PaidColumns & {
  kind: CorrectedEntry['kind']
  amount_cents: Cents
  name: string
  reason: string | null
  number: string | null
}

function corrected(row: Row): CorrectedEntry {
  const { kind, name: project, reason, number: receiptNumber } = row
  const paid = paidOf(row)
  return {
    kind,
    project,
    reason: reason ?? '',
    receiptNumber,
    amount: cents(sizeOf(row.amount_cents)),
    paid: paid && { ...paid, minor: sizeOf(paid.minor) },
  }
}

const sizeOf = (amount: bigint) => (amount < 0n ? -amount : amount)
