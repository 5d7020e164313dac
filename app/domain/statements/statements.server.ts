import { sql } from 'kysely'
import type {
  AdminActor,
  InvestorLookup,
  InvestorReader,
} from '../../platform/database/database.server.ts'
import { type CalendarDate, dayOf } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { formatHolderNumber } from '../../values/holder-number.ts'
import type { HowToPay } from '../../values/how-to-pay.ts'
import { type Cents, subtract } from '../../values/money.ts'
import { howToPayOpen, payableInvestments } from '../payment-accounts/how-to-pay.server.ts'
import { type HeldMoney, heldMoney } from '../payments/held-money.server.ts'
import { type ContractSum, contractSums } from './contract-sums.server.ts'
import { periodOf, type StatementPeriod } from './statement-period.ts'

/** What was paid to date is everything paid in: `received`, plus `toRefund` of cancelled investments. */
export type Statement = {
  id: string
  period: StatementPeriod
  /** The period's end, or the day of issue during the period. */
  through: CalendarDate
  opening: Cents
  closing: Cents
  received: Cents
  toRefund: Cents
  distributed: Cents
  issuedAt: Date
  /** The statement that replaced it; null while it is current. */
  replacedBy: { id: string; at: Date } | null
}

/** The file name; that of a replaced statement says so. */
export function statementFileName({
  period,
  replacedBy,
}: Pick<Statement, 'period' | 'replacedBy'>): string {
  return `Statement ${period.key}${replacedBy ? ` (replaced on ${dayOf(replacedBy.at)})` : ''}.pdf`
}

/** `balance` is what was paid to date after it; a distribution has none. */
export type StatementLine = {
  kind: 'payment' | 'refund' | 'adjustment' | 'void' | 'distribution'
  on: CalendarDate
  project: string
  receiptNumber: string | null
  reason: string | null
  amount: Cents
  balance: Cents | null
  /** The void, if known at the time of issue. */
  voided: { on: CalendarDate; reason: string } | null
  /** What was paid or sent back in another currency. */
  paid: { minor: bigint; currency: Currency } | null
}

export type StatementInFull = Statement & {
  investor: string
  /** The investor's number, `H-001001`. */
  holder: string
  code: string
  sha256: string
  replaces: { at: Date } | null
  /** What was voided after its last day; zero for a replaced statement. */
  voidedSince: Cents
  lines: StatementLine[]
  /** What is still to be paid by now, how much next, and where. */
  payable: (HowToPay & { project: string })[]
  /** What is held for the investor by now. */
  held: HeldMoney[]
  /** What was agreed, paid and owed on its last day; empty for a replaced statement. */
  contracts: ContractSum[]
}

/** An investor's statements including replaced ones: latest period first, then latest issue. */
export async function listStatements(
  reader: InvestorReader | InvestorLookup,
): Promise<Statement[]> {
  const rows = await issued(reader)
    .where('statement.investor_id', '=', reader.investorId)
    .orderBy('statement.to_on', 'desc')
    .orderBy('statement.from_on')
    .orderBy('statement.issued_at', 'desc')
    .execute()
  return rows.map(statementOf)
}

/** One statement with its lines; null for an unknown id or another person's. */
export async function findStatement(
  actor: InvestorReader | AdminActor,
  statementId: string,
): Promise<StatementInFull | null> {
  if (!/^[0-9a-f-]{36}$/i.test(statementId)) return null
  const row = await issued(actor)
    .leftJoin('statement as earlier', 'earlier.id', 'statement.replaces_id')
    .innerJoin('investor', 'investor.id', 'statement.investor_id')
    .select([
      'statement.investor_id',
      'statement.investor_name',
      'investor.holder_number',
      'statement.code',
      'statement.sha256',
      'earlier.issued_at as earlier_at',
    ])
    .select(
      sql<Cents>`case when later.id is null then voided_since(statement.investor_id, statement.through_on) else 0 end`.as(
        'voided_since_cents',
      ),
    )
    .where('statement.id', '=', statementId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...statementOf(row),
    payable: await instructionsFor(actor, row.investor_id),
    held: await heldMoney(actor, row.investor_id),
    contracts: row.later_at
      ? []
      : await contractSums(actor, row.investor_id, {
          through: row.through_on,
          expected: row.closing_cents,
        }),
    investor: row.investor_name,
    holder: formatHolderNumber(row.holder_number),
    code: row.code,
    sha256: row.sha256,
    replaces: row.earlier_at && { at: row.earlier_at },
    voidedSince: row.voided_since_cents,
    lines: await linesOf(actor, statementId),
  }
}

async function instructionsFor(actor: InvestorReader | AdminActor, investorId: string) {
  const instructions: StatementInFull['payable'] = []
  for (const investment of await payableInvestments(actor, { investorId }))
    instructions.push({
      project: investment.project,
      ...(await howToPayOpen(actor, investment)),
    })
  return instructions
}

async function linesOf(actor: InvestorReader | AdminActor, statementId: string) {
  const lines = await actor.tx
    .selectFrom('statement_line')
    .select(['kind', 'dated_on', 'project_name', 'receipt_number', 'reason'])
    .select(['amount_cents', 'balance_cents'])
    .select(['voided_on', 'void_reason', 'paid_minor', 'paid_currency'])
    .where('statement_id', '=', statementId)
    .orderBy('place')
    .execute()
  return lines.map((line) => ({
    kind: line.kind,
    on: line.dated_on,
    project: line.project_name,
    receiptNumber: line.receipt_number,
    reason: line.reason,
    amount: line.amount_cents,
    balance: line.balance_cents,
    voided: line.voided_on && { on: line.voided_on, reason: line.void_reason ?? '' },
    paid:
      line.paid_minor === null
        ? null
        : { minor: line.paid_minor, currency: line.paid_currency as Currency },
  }))
}

/** The day of the first entry, from which statements can be issued; null without any. */
export async function firstStatementDate(
  reader: InvestorReader | InvestorLookup,
): Promise<CalendarDate | null> {
  const first = await reader.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .select('entry.dated_on')
    .where('investment.investor_id', '=', reader.investorId)
    .orderBy('entry.dated_on')
    .limit(1)
    .executeTakeFirst()
  return first?.dated_on ?? null
}

/** The current statement of each period is the one nothing replaced. */
const standing = sql<string>`(select last.id from statement last where last.investor_id = statement.investor_id
  and last.from_on = statement.from_on and last.to_on = statement.to_on
  and not exists (select from statement newer where newer.replaces_id = last.id))`

function issued(actor: InvestorReader | AdminActor) {
  return actor.tx
    .selectFrom('statement')
    .leftJoin('statement as later', 'later.replaces_id', 'statement.id')
    .select([
      'statement.id',
      'statement.from_on',
      'statement.to_on',
      'statement.through_on',
      'statement.issued_at',
    ])
    .select(['statement.opening_cents', 'statement.closing_cents', 'statement.to_refund_cents'])
    .select(['statement.distributed_cents', 'later.issued_at as later_at'])
    .select(standing.as('standing_id'))
}

type Row = Awaited<ReturnType<ReturnType<typeof issued>['executeTakeFirstOrThrow']>>

function statementOf(row: Row): Statement {
  return {
    id: row.id,
    period: periodOf(row.from_on, row.to_on),
    through: row.through_on,
    opening: row.opening_cents,
    closing: row.closing_cents,
    received: subtract(row.closing_cents, row.to_refund_cents),
    toRefund: row.to_refund_cents,
    distributed: row.distributed_cents,
    issuedAt: row.issued_at,
    replacedBy: row.later_at && { id: row.standing_id, at: row.later_at },
  }
}
