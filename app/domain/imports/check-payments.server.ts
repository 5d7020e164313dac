import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { type CalendarDate, formatDay, isAfter, isBefore } from '../../values/calendar-date.ts'
import { add, formatAmount, subtract, zero } from '../../values/money.ts'
import {
  holdInvestments,
  type ImportedPayment,
  importPayments,
  investmentsToPay,
  paymentsOn,
} from '../payments/import-payments.server.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import { holdReferences } from '../payments/same-reference.server.ts'
import { bookedRows } from './booked-rows.server.ts'
import { isWrittenNegative, signedAmount } from './cells.ts'
import { type Checked, fingerprintOf, type Problem, type ShownRow } from './checked.server.ts'
import { investmentsMeant, type Meant, type Named } from './find-investments.server.ts'
import { recordedBefore, rowsBefore } from './known-payments.ts'
import { inOrder, parseRows, problemIn, type ReadRow } from './parse-rows.server.ts'
import { type PaymentRow, readPaymentRow, reversalRefused } from './payment-row-schema.ts'
import type { ImportRow } from './read-import.ts'
import {
  type RepeatedReferences,
  repeatedReferences,
  toRecordAgain,
} from './repeated-references.server.ts'
import { namesReversal, type Reversible, reversedBy } from './reversals.ts'

/**
 * What a file of payments would do. Each names its investment by id, or is for the only one that is not cancelled of
 * somebody in a project. What earlier rows of the file pay remains no more for later ones. One of the same amount, day
 * and reference is in the ledger already, also when it is voided; so does an entry that an export names. A reference
 * that another payment carries is a problem unless the row says that it is recorded again, and so is a reversal.
 */
export async function checkPayments(
  admin: AdminActor,
  rows: readonly ImportRow[],
): Promise<Checked> {
  const booked = await bookedRows(admin, rows)
  const { read, problems } = await parseRows('payments', readPaymentRow, booked.rest)
  const investmentOf = await investmentsMeant(
    admin,
    read.flatMap((row) => namedBy(row) ?? []),
  )
  const meant = read.map((row) => ({ ...row, found: foundBy(row, investmentOf) }))
  const ids = idsIn(meant.flatMap(({ found }) => found ?? []))
  const ledger = await paymentsOn(admin, ids)
  const references = await repeatedReferences(admin, read)
  const against = {
    ...{
      before: rowsBefore(booked.payments),
      recorded: recordedBefore(ledger),
      references,
      today: clock.today(),
    },
    reversible: reversibleOf(ledger),
  }
  const investments = new Map((await investmentsToPay(admin, ids)).map((one) => [one.id, one]))
  const [values, ready, here]: [ImportedPayment[], ShownRow[], ShownRow[]] = [[], [], booked.here]
  problems.push(...booked.problems)
  const reversals = new Map(
    problems.filter(({ says }) => says === reversalRefused).map((one) => [one.row, one]),
  )
  for (const { found, ...one } of meant) {
    const { row, known, value } = one
    const investment = found && 'id' in found ? investments.get(found.id) : undefined
    const { words, repeats, refusals } = judge(found, investment, one, against)
    problems.push(
      ...refusals.map(([field, says, mend]) =>
        withMend(problemIn('payments', one, field, says), mend),
      ),
    )
    tellOfReversal(reversals.get(row), one, investment && against.reversible.get(investment.id))
    if (words === null) countIn(investment, known, refusals)
    if (refusals.length > 0 || !value || !investment) continue
    const payment = { ...paymentOf(investment.id, value), repeats }
    const shown = {
      row,
      name: `${investment.investor}, ${investment.project}`,
      about: aboutOf(payment),
    }
    if (words !== null) here.push({ ...shown, about: `${shown.about}${words}` })
    else {
      values.push(payment)
      ready.push(shown)
      remember(against.reversible, payment, row)
    }
  }
  return {
    ...{
      ready,
      here: inOrder(here),
      problems: inOrder(problems),
      fingerprint: fingerprintOf(values, here),
    },
    hold: async () => {
      await holdInvestments(admin, ids)
      await holdReferences(admin, references.all)
    },
    write: () => importPayments(admin, values),
  }
}

type Refusal = [field: string, says: string, mend?: string]
const withMend = (problem: Problem, mend: string | undefined) =>
  mend ? { ...problem, mend } : problem

type Against = {
  before: ReturnType<typeof rowsBefore>
  recorded: ReturnType<typeof recordedBefore>
  references: RepeatedReferences
  today: CalendarDate
  reversible: Map<string, Reversible[]>
}

/** Whether a row is recorded already (`words`), carries the reference of another payment, and what is refused of it. */
function judge(
  found: Meant | null,
  investment: Investment | undefined,
  { row, cells, known }: Row,
  against: Against,
) {
  const isReversal = isWrittenNegative(cells.amount ?? '')
  const isAgain = known.again === 'yes'
  const asked = askedOf(investment, known)
  const before = asked ? against.before(asked, row) : undefined
  const words = asked && before === undefined && !isAgain ? against.recorded(asked) : null
  const repeated = words === null && !isReversal ? against.references.of(row, known) : null
  const refusals: Refusal[] = []
  if (before !== undefined && !isAgain)
    refusals.push(['amount', `The same payment is in row ${before}.`, toRecordAgain])
  else if (words === null) {
    refusals.push(...refusalsOf(found, investment, known, against.today))
    if (!isAgain && !isReversal)
      refusals.push(...referenceRefusal(repeated, investment, known, against.reversible))
  }
  return { words, repeats: repeated !== null, refusals }
}

function askedOf(
  investment: Investment | undefined,
  { amount, receivedOn, reference }: Partial<PaymentRow>,
) {
  if (!investment || !amount || !receivedOn || reference === undefined) return null
  return { investmentId: investment.id, amount, receivedOn, reference }
}

function referenceRefusal(
  repeated: string | null,
  investment: Investment | undefined,
  { amount = zero, receivedOn, reference = null }: Partial<PaymentRow>,
  reversible: Map<string, Reversible[]>,
): Refusal[] {
  if (repeated) return [['reference', repeated, toRecordAgain]]
  if (!namesReversal(reference)) return []
  const named = reversedBy(
    { amount, on: receivedOn ?? null, reference },
    investment ? (reversible.get(investment.id) ?? []) : [],
  )
  return [
    [
      'reference',
      `By its reference this is a reversal. ${reversalRefused}`,
      named ?? toRecordAgain,
    ],
  ]
}

type Payments = Awaited<ReturnType<typeof paymentsOn>>

/** By investment, the payments that stand. */
function reversibleOf(payments: Payments): Map<string, Reversible[]> {
  const standing = payments.filter(({ voided_on }) => voided_on === null)
  const all = new Map<string, Reversible[]>()
  for (const [id, found] of Map.groupBy(standing, ({ investment_id }) => investment_id)) {
    const list = found.map(({ amount_cents, dated_on, reference, receipt }) => {
      return { amount: amount_cents, receivedOn: dated_on, reference, place: receipt }
    })
    all.set(id, list)
  }
  return all
}

function remember(
  all: Map<string, Reversible[]>,
  { investmentId, ...payment }: ImportedPayment,
  row: number,
) {
  const list = all.get(investmentId) ?? []
  list.push({ ...payment, place: `row ${row}` })
  all.set(investmentId, list)
}

/** A row that takes money back is told which payment it seems to mean. */
function tellOfReversal(
  problem: Problem | undefined,
  { cells, known }: Row,
  payments: Reversible[] = [],
) {
  const amount = signedAmount(cells.amount ?? '')
  if (!problem || amount === null) return
  const { receivedOn, reference = null } = known
  problem.mend = reversedBy(
    { amount: subtract(zero, amount), on: receivedOn ?? null, reference },
    payments,
  )
}

type Row = ReadRow<PaymentRow>

/** What a row says of its investment, as far as its cells read; null when it names one that cannot be read. */
function namedBy({ known, fields }: Row): Named | null {
  if (fields.has('investment')) return null
  const { investment = null, investor = null, project = null } = known
  return { investment, investor, project }
}

function foundBy(row: Row, investmentOf: (row: Named) => Meant): Meant | null {
  const named = namedBy(row)
  return named && investmentOf(named)
}

const idsIn = (meant: readonly Meant[]) =>
  [...new Set(meant.flatMap((one) => ('id' in one ? one.id : [])))].toSorted()

function whyUnknown(meant: Meant): [string, string][] {
  return 'id' in meant ? [['investment', 'No investment is known by this id.']] : meant.why
}

/** What a row pays remains no more, unless its amount is refused. */
function countIn(
  investment: Investment | undefined,
  { amount }: Partial<PaymentRow>,
  refusals: Refusal[],
) {
  if (!investment || !amount || refusals.some(([field]) => field === 'amount')) return
  investment.received_cents = add(investment.received_cents, amount)
}

function paymentOf(
  investmentId: string,
  { amount, receivedOn, method, reference, note }: PaymentRow,
) {
  return {
    investmentId,
    amount,
    receivedOn,
    method: method === 'none' ? null : method,
    reference,
    note,
  }
}

type Investment = Awaited<ReturnType<typeof investmentsToPay>>[number]

/** The rules of Record Payment, against what remains after the rows before; all that are broken, as far as the cells read. */
function refusalsOf(
  found: Meant | null,
  investment: Investment | undefined,
  { amount, receivedOn }: Partial<PaymentRow>,
  today: CalendarDate,
): [string, string][] {
  const refusals: [string, string][] = found && !investment ? [...whyUnknown(found)] : []
  if (receivedOn && isAfter(receivedOn, today))
    refusals.push(['receivedOn', 'This day lies in the future.'])
  if (!investment) return refusals
  if (investment.is_own) refusals.push(['investment', ownInvestmentMessage])
  const remaining = subtract(investment.amount_cents, investment.received_cents)
  if (investment.status === 'cancelled')
    refusals.push(['investment', 'This investment is cancelled and takes no payments.'])
  else if (investment.is_archived)
    refusals.push(['investment', 'This investment, its investor or its project is archived.'])
  else if (amount && amount > remaining)
    refusals.push([
      'amount',
      `Payment cannot exceed the remaining ${formatAmount(remaining, 'when-needed')}.`,
    ])
  if (receivedOn && isBefore(receivedOn, investment.invested_on))
    refusals.push(['receivedOn', `The investment began on ${formatDay(investment.invested_on)}.`])
  return refusals
}

function aboutOf({ amount, receivedOn, reference }: Omit<ImportedPayment, 'repeats'>): string {
  const words = [formatAmount(amount, 'when-needed'), formatDay(receivedOn), reference]
  return words.filter((word) => word !== null).join(', ')
}
