import { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { formatDay, isAfter, isBefore } from '../../values/calendar-date.ts'
import { formatPaid, type PaidInCurrency } from '../../values/exchange-rate.ts'
import { optionalNote, optionalText, positiveAmount, requiredDay } from '../../values/fields.ts'
import { add, type Cents, formatAmount, subtract, zero } from '../../values/money.ts'
import { paidColumns } from '../exchange-rates/settle-money.server.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import { lockReferences } from '../payments/same-reference.server.ts'
import { dayCell, isWrittenNegative, methodCell, wordCell } from './cells.ts'
import {
  broken,
  listImport,
  type Plan,
  type ReadRow,
  type Refusal,
  type ValueOf,
} from './check.server.ts'
import {
  investmentFrom,
  investmentsOfRows,
  type NamedInvestment,
} from './named-investments.server.ts'
import { hold } from './parties.server.ts'
import { paidCells, paidOfRow, paidWords } from './payment-currency.server.ts'
import {
  type Entry,
  entriesBy,
  findExported,
  matchInstead,
  openLinesOf,
  paymentsBefore,
  recordedBefore,
  repeatedReferences,
  reversalRefused,
  reversals,
  toRecordAgain,
} from './payment-matches.server.ts'
import { amountExamples, dayExamples } from './table.server.ts'

const onlyPayments =
  'Only payments are imported: refunds, adjustments and voids are recorded by hand.'
const yesOrNo = { yes: 'yes', y: 'yes', true: 'yes', no: 'no', n: 'no', false: 'no' } as const

const cells = {
  investment: optionalText(254),
  investor: optionalText(254),
  project: optionalText(254),
  amount: z
    .string()
    .refine((text) => !isWrittenNegative(text), reversalRefused)
    .pipe(positiveAmount('Payment must be greater than zero.')),
  receivedOn: dayCell(requiredDay('The day is required.')),
  method: methodCell,
  reference: optionalText(80),
  note: optionalNote(500),
  payer: optionalText(120),
  ...paidCells,
  again: wordCell(yesOrNo, 'Write yes or no.', { means: 'no' }),
  kind: wordCell({ payment: 'payment' }, onlyPayments, { means: 'payment' }),
  entry: z.string(),
}

/** Creates no receipts, notifications or emails, and leaves next payments as they are. */
export const paymentImport = listImport({
  cells: () => cells,
  words: {
    investment:
      'Investment, investment id | Its ID; needed when an investor has several in one project.',
    investor:
      'Investor email, investor, investor id | Their email, ID or full name. Not needed with the investment. | amina.hassan@example.com',
    project:
      'Project slug, project, project id | Its slug, ID or name. Not needed with the investment. | riverside-apartments',
    amount: `Amount (USD), amount | Above zero, ${amountExamples}. | 5000.00`,
    receivedOn: `Date, received on, payment date | The day it was received, ${dayExamples}. | 2026-04-15`,
    method:
      'Method | Bank transfer, mobile money, card, cash, cheque or other; usual names like M-Pesa, EVC, EFT or RTGS too. | Bank transfer',
    reference: 'Reference | Up to 80 characters. | FT2026-0415',
    note: 'Note | Up to 500 characters, not shown to the investor.',
    payer: 'Paid by | Who paid, where that is not the investor; up to 120 characters.',
    ...paidWords,
    again: 'Record again | Yes, where another payment really has the same reference; else empty.',
    kind: 'Kind | Payment, or empty: nothing else is imported. | Payment',
    entry:
      'Entry | From an export: the ID of the entry, which is not recorded again. Empty for a new payment.',
  },
  notRead: [
    'Project',
    'Investor',
    'Reason',
    'Receipt',
    'Recorded (UTC)',
    'Voids entry',
    'Payment account',
  ],
  exported: {
    idField: 'entry',
    unknown: 'No ledger entry has this ID.',
    find: findExported,
  },
  prepare,
})

type Payment = ValueOf<typeof cells>

/**
 * A payment names its investment by id, or by investor and project if only one is open. Earlier
 * rows reduce what remains. Duplicates of recorded payments are skipped; repeated references and
 * reversals are problems unless confirmed.
 */
async function prepare(
  admin: AdminActor,
  rows: readonly ReadRow<Payment>[],
  taken: (Entry & { row: number })[],
): Promise<Plan<Payment, ImportedPayment>> {
  const named = await investmentsOfRows(admin, rows)
  const ids = [...new Set([...named.values()].flatMap((found) => ('id' in found ? found.id : [])))]
  const ledger = await entriesBy(admin, 'investment.id', ids)
  const before = paymentsBefore(taken)
  const recorded = recordedBefore(ledger)
  const references = await repeatedReferences(admin, rows)
  const open = await openLinesOf(admin, rows)
  const reversed = reversals(ledger)

  /** Refusals of a row that is neither a duplicate nor recorded. */
  const refusalsOf = (
    row: ReadRow<Payment>,
    investment: NamedInvestment | undefined,
  ): Refusal[] => {
    const repeated = isWrittenNegative(row.cells.amount ?? '') ? null : references.of(row)
    const rules = ruleRefusals(investment, row.known)
    if (row.known.again === 'yes') return rules
    if (repeated) return [...rules, ['reference', repeated, toRecordAgain]]
    const onStatement = open(row)
    if (onStatement) return [...rules, ['reference', onStatement, matchInstead]]
    return [...rules, ...reversed.refusals(row, investment?.id)]
  }

  return {
    judge: (row) => {
      const { why, investment } = investmentFrom(named.get(row))
      const payment = paymentIn(investment, row.known)
      const money = paidOfRow(row.known)
      const isAgain = row.known.again === 'yes'
      const earlier = payment && before(payment, row.row)
      const words = payment && earlier === undefined && !isAgain ? recorded(payment) : null
      const shown = payment && { name: payment.name, about: `${payment.about}${words ?? ''}` }
      if (words !== null) return { refusals: [], shown, isHere: true }
      const refusals: Refusal[] =
        earlier === undefined || isAgain
          ? [...why, ...money.refusals, ...refusalsOf(row, investment)]
          : [['amount', `The same payment is in row ${earlier}.`, toRecordAgain]]
      reversed.explain(row, investment?.id)
      countIn(investment, row.known, refusals)
      if (!payment || !row.value || refusals.length > 0) return { refusals }
      reversed.add(payment, `row ${row.row}`)
      const { investmentId } = payment
      const repeats = references.isRepeated(row)
      const { paid, rounding } = money
      return { refusals, shown, value: { ...row.value, investmentId, repeats, paid, rounding } }
    },
    amountOf: ({ amount }) => amount,
    hold: async () => {
      await hold(admin, 'investment', ids)
      await lockReferences(admin, references.all)
    },
    write: (payments) => importPayments(admin, payments),
  }
}

/** The payment, where the row identifies it. */
function paymentIn(investment: NamedInvestment | undefined, known: Partial<Payment>) {
  const { amount, receivedOn, reference } = known
  if (!investment || !amount || !receivedOn || reference === undefined) return undefined
  const about = [formatPaid(amount, paidOfRow(known).paid), formatDay(receivedOn), reference]
  return {
    investmentId: investment.id,
    amount,
    receivedOn,
    reference,
    name: `${investment.investor}, ${investment.project}`,
    about: about.filter(Boolean).join(', '),
  }
}

/** Reduces what remains for later rows, unless the amount is refused. */
function countIn(
  investment: NamedInvestment | undefined,
  { amount }: Partial<Payment>,
  refusals: readonly Refusal[],
) {
  if (!investment || !amount || refusals.some(([field]) => field === 'amount')) return
  investment.received_cents = add(investment.received_cents, amount)
}

/** The rules of Record Payment, against what remains after earlier rows. */
function ruleRefusals(
  investment: NamedInvestment | undefined,
  { amount, receivedOn }: Partial<Payment>,
): Refusal[] {
  const late = receivedOn && isAfter(receivedOn, clock.today())
  const refusals = broken([late, 'receivedOn', 'This day is in the future.'])
  if (!investment) return refusals
  const { isOwn, is_archived, status, invested_on } = investment
  const remaining = subtract(investment.amount_cents, investment.received_cents)
  const most = formatAmount(remaining, 'when-needed')
  const isCancelled = status === 'cancelled'
  const isArchived = !isCancelled && is_archived
  const isMore = !isCancelled && !isArchived && amount && amount > remaining
  const isEarly = receivedOn && isBefore(receivedOn, invested_on)
  return [
    ...refusals,
    ...broken(
      [isOwn, 'investment', ownInvestmentMessage],
      [isCancelled, 'investment', 'This investment is cancelled, so it takes no payments.'],
      [isArchived, 'investment', 'This investment, its investor or its project is archived.'],
      [isMore, 'amount', `Payment cannot exceed the remaining ${most}.`],
      [isEarly, 'receivedOn', `The investment began on ${formatDay(invested_on)}.`],
    ),
  ]
}

/** `repeats` confirms a payment with the same reference. */
export type ImportedPayment = Pick<Payment, 'amount' | 'receivedOn'> &
  Partial<Pick<Payment, 'reference' | 'note' | 'method' | 'payer'>> & {
    investmentId: string
    repeats?: boolean
    paid?: PaidInCurrency | null
    rounding?: Cents
  }

/** Records payments marked as imported. Ledger rules were checked before, so a violation throws. */
export async function importPayments(
  { tx, userId }: AdminActor,
  payments: readonly ImportedPayment[],
): Promise<void> {
  if (payments.length === 0) return
  const rows = payments.map(({ investmentId, amount, receivedOn, repeats = false, ...facts }) => ({
    investment_id: investmentId,
    kind: 'payment' as const,
    amount_cents: amount,
    dated_on: receivedOn,
    method: facts.method ?? null,
    reference: facts.reference ?? null,
    note: facts.note ?? null,
    repeats_reference: repeats,
    payer_name: facts.payer ?? null,
    ...paidColumns(facts.paid ?? null),
    rounding_cents: facts.rounding ?? zero,
    imported: true,
    recorded_by: userId,
  }))
  await tx.insertInto('ledger_entry').values(rows).execute()
}
