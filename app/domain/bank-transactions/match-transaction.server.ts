import { randomUUID } from 'node:crypto'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { Currency } from '../../values/currency.ts'
import { cents, subtract, zero } from '../../values/money.ts'
import { actsWithoutApproval } from '../approvals/proposals.server.ts'
import { fittingPart } from '../bank-matching/fitting-part.ts'
import type { AutomaticReason } from '../bank-matching/matching.ts'
import { nameWords } from '../bank-matching/names.ts'
import { rateOn } from '../exchange-rates/exchange-rates.server.ts'
import type { MoneyInput } from '../exchange-rates/paid-amount.ts'
import { type PaymentRecorded, recordPayment } from '../payments/record-payment.server.ts'
import { paymentsWithReferences } from '../payments/same-reference.server.ts'
import {
  type BankTransaction,
  type MatchPart,
  openMinor,
  quotedNumber,
} from './bank-transaction.ts'
import { lockInvestments, lockTransaction } from './find-transaction.server.ts'
import { learnPayer } from './known-payers.server.ts'

export type MatchInput = {
  key: string
  transactionId: string
  parts: MatchPart[]
  /** The rule, when no person matched it; then nothing is learnt of the payer. */
  automatic?: AutomaticReason | null
  /** An entry with the same reference that was recorded by hand and is another payment. */
  repeats?: string | null
}

/** Refused with the facts the screen shows; `investmentId` names the part that a payment was refused for. */
export type TransactionMatched =
  | { receipts: string[]; isRestHeld: boolean }
  | { refused: 'not-found' | 'not-open' | 'money-out' | 'no-parts' | 'key-reused' }
  | { refused: 'own-statement' }
  | { refused: 'exceeds-transaction'; open: bigint; currency: Currency }
  | { refused: 'no-investment'; investmentId: string }
  | (Extract<PaymentRecorded, { refused: string }> & { investmentId: string })

/**
 * Makes payments of a transaction, one for each part, all or none: a refused part rolls back those before it, because
 * `transact` rolls back with every refusal. What the parts leave is held for the investor when they are all of one. Refused
 * when the parts come to more than what is open, for what a payment is refused for, and above the limit for the person who
 * uploaded the statement. Publishes transaction.changed.
 */
export function matchTransaction(
  admin: AdminActor,
  input: MatchInput,
): Promise<TransactionMatched> {
  const { key, transactionId, parts, automatic = null, repeats = null } = input
  const named = parts.map(({ investmentId, minor }) => `${investmentId} ${minor ?? 'all'}`)
  const facts = { transactionId, parts: named.join(), automatic, repeats }
  return exactlyOnce(admin, 'match-transaction', key, facts, async () => {
    const answer = await match(admin, input)
    if ('refused' in answer || automatic) return answer
    const { isOwnStatement } = await actsWithoutApproval(admin)
    return isOwnStatement ? { refused: 'own-statement' } : answer
  })
}

async function match(admin: AdminActor, input: MatchInput): Promise<TransactionMatched> {
  const parts = input.parts.toSorted((a, b) => a.investmentId.localeCompare(b.investmentId))
  const ids = parts.map(({ investmentId }) => investmentId)
  if (parts.length === 0 || new Set(ids).size < ids.length) return { refused: 'no-parts' }
  await lockInvestments(admin, ids)
  const transaction = await lockTransaction(admin, input.transactionId)
  if (!transaction) return { refused: 'not-found' }
  if (transaction.minor < 0n) return { refused: 'money-out' }
  if (transaction.exclusion !== null || openMinor(transaction) === 0n)
    return { refused: 'not-open' }
  const payer = await payerOf(admin, transaction)
  let open = openMinor(transaction)
  /** The earlier payment that states the same reference and is known to be another one. */
  let earlierPayment = input.repeats ?? payer.earlierPayment
  const receipts: string[] = []
  const partsTotal = parts.reduce((total, { minor }) => total + (minor ?? 0n), 0n)
  if (partsTotal > open)
    return { refused: 'exceeds-transaction', open, currency: transaction.currency }
  for (const { investmentId, minor: typed } of parts) {
    const minor = typed ?? (await fitting(admin, { transaction, open, investmentId }))
    const paid = await recordPayment(admin, investmentId, {
      key: randomUUID(),
      amount: moneyOf(transaction, minor),
      note: null,
      repeats: earlierPayment,
      receivedOn: transaction.valueOn,
      method: payer.method,
      reference: payer.reference,
      accountId: transaction.accountId,
      payerName: await payerNameFor(admin, payer.name, investmentId),
      nextPaymentOn: null,
      nextPaymentAmount: null,
      keepsNextPayment: true,
    })
    if ('refused' in paid) return refusedPart(paid, investmentId)
    await addPart(admin, input, { entryId: paid.paymentId, minor })
    open -= minor
    receipts.push(paid.receiptNumber)
    if (earlierPayment !== null || payer.reference !== null) earlierPayment = paid.paymentId
  }
  const isRestHeld = await settleRest(admin, { input, transaction, investmentIds: ids, open })
  return { receipts, isRestHeld }
}

function refusedPart(
  paid: Extract<PaymentRecorded, { refused: string }>,
  investmentId: string,
): TransactionMatched {
  return paid.refused === 'not-found'
    ? { refused: 'no-investment', investmentId }
    : { ...paid, investmentId }
}

/** Dollars as they are; other money at the company's rate of the day. */
function moneyOf({ currency }: BankTransaction, minor: bigint): MoneyInput {
  if (currency === 'USD') return cents(minor)
  return { minor, currency, rate: null, source: 'company', isConfirmed: false }
}

/** How a payment from this transaction is stated, and its earlier payment with the same reference. */
async function payerOf(admin: AdminActor, transaction: BankTransaction) {
  const { kind } = await admin.tx
    .selectFrom('payment_account')
    .select('kind')
    .where('id', '=', transaction.accountId)
    .executeTakeFirstOrThrow()
  const reference = quotedNumber(transaction)
  const method = kind === 'bank' ? ('bank-transfer' as const) : ('mobile-money' as const)
  const [same] = reference ? await paymentsWithReferences(admin, [reference]) : []
  const own = same
    ? await admin.tx
        .selectFrom('allocation')
        .select('id')
        .where('ledger_entry_id', '=', same.entryId)
        .where('bank_transaction_id', '=', transaction.id)
        .executeTakeFirst()
    : undefined
  const earlierPayment = own && same ? same.entryId : null
  return { reference, method, earlierPayment, name: transaction.payerName?.slice(0, 120) ?? null }
}

/** Null for the investor’s own name: a receipt names the payer only where another person paid. */
async function payerNameFor(admin: AdminActor, payer: string | null, investmentId: string) {
  if (payer === null) return null
  const row = await admin.tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select('investor.full_name')
    .where('investment.id', '=', investmentId)
    .executeTakeFirst()
  const wordsOf = (name: string) => nameWords(name).toSorted().join(' ')
  return row && wordsOf(row.full_name) === wordsOf(payer) ? null : payer
}

type Fitting = { transaction: BankTransaction; open: bigint; investmentId: string }

async function fitting(admin: AdminActor, { transaction, open, investmentId }: Fitting) {
  const investment = await admin.tx
    .selectFrom('investment')
    .select(['amount_cents', 'received_cents'])
    .where('id', '=', investmentId)
    .executeTakeFirst()
  if (!investment) return open
  const remaining = subtract(investment.amount_cents, investment.received_cents)
  const { currency, valueOn } = transaction
  const rate = currency === 'USD' ? null : await rateOn(admin, currency, valueOn)
  // Without a rate, and when nothing remains, recording the payment says so.
  if ((currency !== 'USD' && !rate) || remaining <= zero) return open
  return fittingPart(open, remaining, rate?.rate ?? null)
}

async function addPart(
  admin: AdminActor,
  { transactionId, automatic = null }: MatchInput,
  { entryId, minor }: { entryId: string; minor: bigint },
) {
  await admin.tx
    .insertInto('allocation')
    .values({
      bank_transaction_id: transactionId,
      ledger_entry_id: entryId,
      minor,
      recorded_entry: true,
      automatic,
      allocated_by: admin.userId,
    })
    .execute()
}

type Rest = {
  input: MatchInput
  transaction: BankTransaction
  investmentIds: string[]
  open: bigint
}

/** Holds what is left for the one investor, and learns the payer from a person's match. Gives whether a rest is held. */
async function settleRest(
  admin: AdminActor,
  { input, transaction, investmentIds, open }: Rest,
): Promise<boolean> {
  const rows = await admin.tx
    .selectFrom('investment')
    .select('investor_id')
    .distinct()
    .where('id', 'in', investmentIds)
    .execute()
  const [investor, ...others] = rows
  const isRestHeld = open > 0n && investor !== undefined && others.length === 0
  if (isRestHeld)
    await admin.tx
      .insertInto('bank_transaction_decision')
      .values({
        bank_transaction_id: transaction.id,
        kind: 'held',
        held_for_id: investor.investor_id,
        decided_by: admin.userId,
      })
      .execute()
  if (!input.automatic)
    for (const { investor_id } of rows) await learnPayer(admin, transaction, investor_id)
  await publish(admin, {
    kind: 'transaction.changed',
    transactionId: transaction.id,
    automatic: Boolean(input.automatic),
  })
  return isRestHeld
}
