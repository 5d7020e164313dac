import { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { type CalendarDate, formatDay, isAfter, isBefore } from '../../values/calendar-date.ts'
import { optionalNote, optionalText, positiveAmount, requiredDay } from '../../values/fields.ts'
import { add, type Cents, formatAmount, subtract } from '../../values/money.ts'
import { trimmed } from '../../values/visible.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import type { PaymentMethod } from '../payments/payment-methods.ts'
import { holdReferences } from '../payments/same-reference.server.ts'
import { dayCell, isWrittenNegative, methodNamed, wordCell } from './cells.ts'
import {
  broken,
  type Checked,
  Findings,
  inBatches,
  type ListImport,
  type ReadRow,
  type Refusal,
} from './check.server.ts'
import {
  holdInvestments,
  investmentsMeant,
  investmentsToPay,
  type Meant,
  type Named,
} from './parties.server.ts'
import {
  paymentsOn,
  Reversibles,
  recordedBefore,
  referenceRefusals,
  repeatedReferences,
  reversalIn,
  reversalRefused,
  rowsBefore,
  takeEntries,
  toRecordAgain,
} from './payment-matches.server.ts'
import { amountExamples, column, dayExamples, type ImportRow, type ValueOf } from './rows.server.ts'

const onlyPayments =
  'Only payments are imported: refunds, adjustments and voids are booked by hand.'
const yesOrNo = { yes: 'yes', y: 'yes', true: 'yes', no: 'no', n: 'no', false: 'no' } as const

const methodCell = z.string().transform((text, context): PaymentMethod | null => {
  const method = methodNamed(text)
  if (method === null && trimmed(text) !== '') {
    context.addIssue({ code: 'custom', message: 'Not a way to pay.' })
    return z.NEVER
  }
  return method
})

const columns = {
  investment: column(['Investment', 'investment id'], optionalText(254), {
    says: 'Its id; needed where somebody has several in one project.',
    example: '',
  }),
  investor: column(['Investor email', 'investor', 'investor id'], optionalText(254), {
    says: 'Their email; their id or full name does too. Not needed beside the investment.',
    example: 'amina.hassan@example.com',
  }),
  project: column(['Project slug', 'project', 'project id'], optionalText(254), {
    says: 'Its slug; its id or name does too. Not needed beside the investment.',
    example: 'riverside-apartments',
  }),
  amount: column(
    ['Amount (USD)', 'amount'],
    z
      .string()
      .refine((text) => !isWrittenNegative(text), reversalRefused)
      .pipe(positiveAmount('Payment must be greater than zero.')),
    { required: true, says: `Above zero, ${amountExamples}.`, example: '5000.00' },
  ),
  receivedOn: column(
    ['Date', 'received on', 'payment date'],
    dayCell(requiredDay('The day is required.')),
    {
      required: true,
      isDay: true,
      says: `The day it was received, ${dayExamples}.`,
      example: '2026-04-15',
    },
  ),
  method: column(['Method'], methodCell, {
    says: 'Bank transfer, mobile money, card, cash, cheque or other; usual names like M-Pesa, EVC, EFT or RTGS too.',
    example: 'Bank transfer',
  }),
  reference: column(['Reference'], optionalText(80), {
    says: 'Up to 80 characters.',
    example: 'FT2026-0415',
  }),
  note: column(['Note'], optionalNote(500), {
    says: 'Up to 500 characters, not shown to the investor.',
    example: '',
  }),
  again: column(['Record again'], wordCell(yesOrNo, 'Write yes or no.', { means: 'no' }), {
    says: 'Yes, where another payment really has the same reference; else empty.',
    example: '',
  }),
  kind: column(['Kind'], wordCell({ payment: 'payment' }, onlyPayments, { means: 'payment' }), {
    says: 'Payment, or empty: nothing else is imported.',
    example: 'Payment',
  }),
  entry: column(['Entry'], z.string(), {
    says: 'Of an export: the entry it is, which is not booked again. Empty for a new payment.',
    example: '',
  }),
}

/** What a row of such a file says. */
export type PaymentRow = ValueOf<typeof columns>
type Known = Partial<PaymentRow>

/** Payments of a file, marked as imported: without receipt, notification and mail; next payments stay (decisions §4). */
export const paymentImport: ListImport = {
  columns,
  notRead: ['Project', 'Investor', 'Reason', 'Receipt', 'Recorded (UTC)', 'Voids entry'],
  check,
}

const namedRule = ({ investment, investor, project }: Known): Refusal[] =>
  broken(
    [investment === null && investor === null, 'investor', 'Say whose it is.'],
    [investment === null && project === null, 'project', 'Say for which project.'],
  )

/**
 * Each payment names its investment by id, or is for the only one that is not cancelled of somebody in a project. What
 * earlier rows of the file pay no longer remains for later ones. One of the same amount, day and reference is in the ledger
 * already, also when it is voided; so is an entry that an export names. A reference that another payment carries is a
 * problem unless the row says that it is recorded again, and so is a reversal.
 */
async function check(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const findings = new Findings<typeof columns, ImportedPayment>(columns)
  const booked = await takeEntries(admin, findings, rows)
  const read = await findings.read(booked.rest, namedRule)
  const investmentOf = await investmentsMeant(
    admin,
    read.flatMap((row) => namedBy(row) ?? []),
  )
  const meant = read.map((row) => {
    const named = namedBy(row)
    return { ...row, meant: named && investmentOf(named) }
  })
  const ids = new Set(meant.flatMap(({ meant }) => (meant && 'id' in meant ? meant.id : [])))
  const ledger = await paymentsOn(admin, [...ids])
  const reversals = new Map(
    findings.problems.filter(({ says }) => says === reversalRefused).map((one) => [one.row, one]),
  )
  const against: Against = {
    investments: new Map((await investmentsToPay(admin, [...ids])).map((one) => [one.id, one])),
    before: rowsBefore(booked.payments),
    recorded: recordedBefore(ledger),
    references: await repeatedReferences(admin, read),
    reversibles: new Reversibles(ledger),
    today: clock.today(),
  }
  for (const row of meant) {
    const { investment, words, repeats, refusals } = judge(row, against)
    for (const refusal of refusals) findings.refuse(row, ...refusal)
    const reversal = reversals.get(row.row)
    if (reversal) reversal.mend = against.reversibles.named(investment?.id, reversalIn(row))
    if (words === null) countIn(investment, row.known, refusals)
    if (refusals.length > 0 || !row.value || !investment) continue
    const payment = { ...row.value, investmentId: investment.id, repeats }
    const about = [formatAmount(payment.amount, 'when-needed'), formatDay(payment.receivedOn)]
    const shown = {
      name: `${investment.investor}, ${investment.project}`,
      about: `${[...about, payment.reference].filter(Boolean).join(', ')}${words ?? ''}`,
    }
    if (words !== null) findings.keep(row, shown)
    else {
      findings.add(row, payment, shown)
      against.reversibles.add(payment, `row ${row.row}`)
    }
  }
  return findings.checked({
    amountOf: ({ amount }) => amount,
    hold: async () => {
      await holdInvestments(admin, [...ids])
      await holdReferences(admin, against.references.all)
    },
    write: (payments) => importPayments(admin, payments),
  })
}

type Investment = Awaited<ReturnType<typeof investmentsToPay>>[number]
type Row = ReadRow<PaymentRow> & { meant: Meant | null }
type Against = {
  investments: ReadonlyMap<string, Investment>
  before: ReturnType<typeof rowsBefore>
  recorded: ReturnType<typeof recordedBefore>
  references: Awaited<ReturnType<typeof repeatedReferences>>
  reversibles: Reversibles
  today: CalendarDate
}

/** Whether a row is recorded already (`words`), carries the reference of another payment, and what is refused of it. */
function judge({ row, cells, known, meant }: Row, against: Against) {
  const investment = meant && 'id' in meant ? against.investments.get(meant.id) : undefined
  const isReversal = isWrittenNegative(cells.amount ?? '')
  const isAgain = known.again === 'yes'
  const payment = paymentIn(investment, known)
  const before = payment ? against.before(payment, row) : undefined
  const words = payment && before === undefined && !isAgain ? against.recorded(payment) : null
  if (words !== null) return { investment, words, repeats: false, refusals: [] }
  const repeated = isReversal ? null : against.references.of(row, known)
  const refusals =
    isAgain || before === undefined
      ? [
          ...(investment ? [] : unknownRefusals(meant)),
          ...ruleRefusals(investment, known, against.today),
        ]
      : broken([true, 'amount', `The same payment is in row ${before}.`, toRecordAgain])
  if (!isAgain && !isReversal && before === undefined)
    refusals.push(...referenceRefusals(repeated, against.reversibles, investment?.id, known))
  return { investment, words, repeats: repeated !== null, refusals }
}

function paymentIn(investment: Investment | undefined, { amount, receivedOn, reference }: Known) {
  if (!investment || !amount || !receivedOn || reference === undefined) return null
  return { investmentId: investment.id, amount, receivedOn, reference }
}

function unknownRefusals(meant: Meant | null): Refusal[] {
  if (meant === null) return []
  return 'why' in meant ? meant.why : [['investment', 'No investment is known by this id.']]
}

/** What a row says of its investment, as far as its cells read; null when it names one that cannot be read. */
function namedBy({ known, faulty }: ReadRow<PaymentRow>): Named | null {
  if (faulty.has('investment')) return null
  const { investment = null, investor = null, project = null } = known
  return { investment, investor, project }
}

/** What a row pays no longer remains, unless its amount is refused. */
function countIn(investment: Investment | undefined, { amount }: Known, refusals: Refusal[]) {
  if (!investment || !amount || refusals.some(([field]) => field === 'amount')) return
  investment.received_cents = add(investment.received_cents, amount)
}

/** The rules of Record Payment, against what remains after the rows before; all that are broken, as far as the cells read. */
function ruleRefusals(
  investment: Investment | undefined,
  { amount, receivedOn }: Known,
  today: CalendarDate,
): Refusal[] {
  const late = receivedOn && isAfter(receivedOn, today)
  const refusals = broken([late, 'receivedOn', 'This day lies in the future.'])
  if (!investment) return refusals
  const { is_own, is_archived, status, invested_on } = investment
  const remaining = subtract(investment.amount_cents, investment.received_cents)
  const most = formatAmount(remaining, 'when-needed')
  const isCancelled = status === 'cancelled'
  const early = receivedOn && isBefore(receivedOn, invested_on)
  const isMore = !isCancelled && !is_archived && amount && amount > remaining
  return [
    ...refusals,
    ...broken(
      [is_own, 'investment', ownInvestmentMessage],
      [isCancelled, 'investment', 'This investment is cancelled and takes no payments.'],
      [
        !isCancelled && is_archived,
        'investment',
        'This investment, its investor or its project is archived.',
      ],
      [isMore, 'amount', `Payment cannot exceed the remaining ${most}.`],
      [early, 'receivedOn', `The investment began on ${formatDay(invested_on)}.`],
    ),
  ]
}

/** A payment as a file has it; one that `repeats` carries the reference of another, and is meant to. */
export type ImportedPayment = { investmentId: string; amount: Cents; receivedOn: CalendarDate } & {
  [Field in 'reference' | 'note']?: string | null
} & { method?: PaymentMethod | null; repeats?: boolean }

/** Books payments in their ledgers, marked as imported. Every rule of the ledger holds as for the form; a broken one is a fault here. */
export function importPayments(
  admin: AdminActor,
  payments: readonly ImportedPayment[],
): Promise<void> {
  const rows = payments.map((payment) => ({
    investment_id: payment.investmentId,
    kind: 'payment' as const,
    amount_cents: payment.amount,
    dated_on: payment.receivedOn,
    method: payment.method ?? null,
    reference: payment.reference ?? null,
    note: payment.note ?? null,
    repeats_reference: payment.repeats ?? false,
    imported: true,
    recorded_by: admin.userId,
  }))
  return inBatches(rows, (batch) => admin.tx.insertInto('ledger_entry').values(batch).execute())
}
