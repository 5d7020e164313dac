import { sql } from 'kysely'
import type { AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { formatHolderNumber } from '../../values/holder-number.ts'
import type { Cents } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'

/** As issued, with the payment's current state; for both page and PDF. */
export type Receipt = {
  id: string
  number: string
  code: string
  sha256: string
  amount: Cents
  receivedOn: CalendarDate
  investor: string
  /** The investor's number, `H-001001`. */
  holder: string
  project: string
  /** The unit or share that the payment was for, in words. */
  owned: string | null
  method: PaymentMethod | null
  reference: string | null
  /** Agreed and received amounts of the investment at the time of issue. */
  agreed: Cents
  received: Cents
  issuedAt: Date
  /** What was paid in another currency, and how it became dollars. */
  paid: PaidInCurrency | null
  /** Who paid, where that is not the investor. */
  payer: string | null
  /** The account of the company that took it. */
  account: string | null
  /** The member of staff; null when it was imported or matched automatically. */
  recordedBy: string | null
  /** The payment reference of the investment, which names its contract. */
  contract: string | null
  investmentId: string
  voided: { on: CalendarDate; reason: string } | null
}

/** The format of every receipt number. */
const receiptNumber = /^R-\d{4}-\d{6,}$/

/** The receipt of this number: the investor's own, or any for an administrator; otherwise null. */
export async function findReceipt(
  actor: InvestorReader | AdminActor,
  number: string,
): Promise<Receipt | null> {
  if (!receiptNumber.test(number)) return null
  const row = await actor.tx
    .selectFrom('receipt')
    .innerJoin('ledger_entry as entry', 'entry.id', 'receipt.entry_id')
    .innerJoin('investor', 'investor.id', 'receipt.investor_id')
    .leftJoin('payment_reference as contract', 'contract.investment_id', 'entry.investment_id')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'receipt.entry_id')
    .select(['receipt.id', 'receipt.number', 'receipt.code', 'receipt.sha256'])
    .select(['receipt.amount_cents', 'receipt.received_on', 'receipt.method'])
    .select(['receipt.investor_name', 'receipt.project_name', 'receipt.reference'])
    .select(['receipt.agreed_cents', 'receipt.received_cents', 'receipt.issued_at'])
    .select(['receipt.paid_minor', 'receipt.paid_currency', 'receipt.rate'])
    .select(['receipt.rate_source', 'receipt.rate_on'])
    .select(['receipt.payer_name', 'receipt.account_name', 'receipt.owned'])
    .select(sql<string | null>`recorder_of(receipt.entry_id)`.as('recorded_by'))
    .select(['contract.code as contract', 'investor.holder_number'])
    .select(['entry.investment_id', 'void.dated_on as voided_on', 'void.reason as void_reason'])
    .where('receipt.number', '=', number)
    .$narrowType<{ method: PaymentMethod | null }>()
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    number: row.number ?? number,
    code: row.code,
    sha256: row.sha256,
    amount: row.amount_cents,
    receivedOn: row.received_on,
    investor: row.investor_name,
    holder: formatHolderNumber(row.holder_number),
    project: row.project_name,
    owned: row.owned,
    method: row.method,
    reference: row.reference,
    agreed: row.agreed_cents,
    received: row.received_cents,
    issuedAt: row.issued_at,
    paid: paidOf(row),
    payer: row.payer_name,
    account: row.account_name,
    recordedBy: row.recorded_by,
    contract: row.contract,
    investmentId: row.investment_id,
    voided: row.voided_on && { on: row.voided_on, reason: row.void_reason ?? 'No reason recorded' },
  }
}
