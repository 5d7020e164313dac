import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { type CalendarDate, formatDay, isAfter, isBefore } from '../../values/calendar-date.ts'
import { add, type Cents, formatAmount, subtract } from '../../values/money.ts'
import {
  holdInvestments,
  type ImportedPayment,
  importPayments,
  investmentsToPay,
  paymentsOn,
} from '../payments/import-payments.server.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import { bookedRows } from './booked-rows.server.ts'
import { type Checked, fingerprintOf, type ShownRow } from './checked.server.ts'
import { investmentsMeant, type Meant, type Named } from './find-investments.server.ts'
import { inOrder, parseRows, problemIn, type ReadRow } from './parse-rows.server.ts'
import { type PaymentRow, readPaymentRow } from './payment-row-schema.ts'
import type { ImportRow } from './read-import.ts'

/**
 * What a file of payments would do. Each names its investment by id, or is for the only one that is not cancelled of
 * somebody in a project. What earlier rows of the file pay remains no more for later ones. One of the same amount, day
 * and reference stands in the ledger already, also when it is voided; so does an entry that an export names.
 */
export async function checkPayments(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const booked = await bookedRows(admin, rows)
  const { read, problems } = await parseRows('payments', readPaymentRow, booked.rest)
  const investmentOf = await investmentsMeant(
    admin,
    read.flatMap((row) => namedBy(row) ?? []),
  )
  const meant = read.map((row) => ({ ...row, found: foundBy(row, investmentOf) }))
  const ids = idsIn(meant.flatMap(({ found }) => found ?? []))
  const investments = new Map((await investmentsToPay(admin, ids)).map((one) => [one.id, one]))
  const there = standing(await paymentsOn(admin, ids))
  const first = new Map(booked.payments.map(({ row, ...entry }) => [keyOf(entry), row]))
  const [values, ready, here]: [ImportedPayment[], ShownRow[], ShownRow[]] = [[], [], booked.here]
  const today = clock.today()
  problems.push(...booked.problems)
  for (const { found, ...one } of meant) {
    const { row, known, value } = one
    const investment = found && 'id' in found ? investments.get(found.id) : undefined
    const before = beforeIn(first, investment, one)
    const words = before.row === undefined ? there.get(before.key) : undefined
    const refusals = refusalsOf(found, investment, known, { before: before.row, words, today })
    problems.push(...refusals.map(([field, says]) => problemIn('payments', one, field, says)))
    if (words === undefined) countIn(investment, known, refusals)
    if (refusals.length > 0 || !value || !investment) continue
    const payment = paymentOf(investment.id, value)
    const shown = { row, name: `${investment.investor}, ${investment.project}`, about: aboutOf(payment) }
    if (words !== undefined) here.push({ ...shown, about: `${shown.about}${words}` })
    else {
      values.push(payment)
      ready.push(shown)
    }
  }
  return {
    ...{ ready, here: inOrder(here), problems: inOrder(problems), fingerprint: fingerprintOf(values, here) },
    hold: () => holdInvestments(admin, ids),
    write: () => importPayments(admin, values),
  }
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

const idsIn = (meant: readonly Meant[]) => [...new Set(meant.flatMap((one) => ('id' in one ? one.id : [])))].toSorted()

function whyUnknown(meant: Meant): [string, string][] {
  return 'id' in meant ? [['investment', 'No investment is known by this id.']] : meant.why
}

type Entry = { investment_id: string; amount_cents: Cents; dated_on: CalendarDate; reference: string | null }
const keyOf = (one: Entry) => [one.investment_id, one.amount_cents, one.dated_on, one.reference ?? ''].join()

/** By key, what is to be said of a payment that is there: that it is voided, unless another like it stands. */
function standing(entries: readonly (Entry & { voided_on: CalendarDate | null })[]): Map<string, string> {
  const there = new Map<string, string>()
  for (const { voided_on: day, ...one } of entries) {
    if (!day) there.set(keyOf(one), '')
    else if (!there.has(keyOf(one))) {
      there.set(keyOf(one), `, voided on ${formatDay(day)}: a reference of its own books it anew`)
    }
  }
  return there
}

/** What tells a payment from others, and the row before that has the same; nothing while a cell for it cannot be read. */
function beforeIn(first: Map<string, number>, investment: Investment | undefined, { row, known }: Row) {
  const { amount, receivedOn, reference } = known
  if (!investment || !amount || !receivedOn || reference === undefined) return { key: '', row: undefined }
  const key = keyOf({ investment_id: investment.id, amount_cents: amount, dated_on: receivedOn, reference })
  const before = first.get(key)
  first.set(key, before ?? row)
  return { key, row: before }
}

/** What a row pays remains no more, unless its amount is refused. */
function countIn(investment: Investment | undefined, { amount }: Partial<PaymentRow>, refusals: [string, string][]) {
  if (!investment || !amount || refusals.some(([field]) => field === 'amount')) return
  investment.received_cents = add(investment.received_cents, amount)
}

function paymentOf(investmentId: string, { amount, receivedOn, method, reference, note }: PaymentRow): ImportedPayment {
  return { investmentId, amount, receivedOn, method: method === 'none' ? null : method, reference, note }
}

type Investment = Awaited<ReturnType<typeof investmentsToPay>>[number]

/** The rules of Record Payment, against what remains after the rows before; all that are broken, as far as the cells read; `words` are for one that stands. */
function refusalsOf(
  found: Meant | null,
  investment: Investment | undefined,
  { amount, receivedOn }: Partial<PaymentRow>,
  { before, words, today }: { before: number | undefined; words: string | undefined; today: CalendarDate },
): [string, string][] {
  if (words !== undefined) return []
  if (before !== undefined)
    return [['amount', `The same payment stands in row ${before}: give each a reference of its own.`]]
  const refusals: [string, string][] = found && !investment ? [...whyUnknown(found)] : []
  if (receivedOn && isAfter(receivedOn, today)) refusals.push(['receivedOn', 'This day lies in the future.'])
  if (!investment) return refusals
  if (investment.is_own) refusals.push(['investment', ownInvestmentMessage])
  const remaining = subtract(investment.amount_cents, investment.received_cents)
  if (investment.status === 'cancelled')
    refusals.push(['investment', 'This investment is cancelled and takes no payments.'])
  else if (investment.is_archived)
    refusals.push(['investment', 'This investment, its investor or its project is archived.'])
  else if (amount && amount > remaining)
    refusals.push(['amount', `Payment cannot exceed the remaining ${formatAmount(remaining, 'when-needed')}.`])
  if (receivedOn && isBefore(receivedOn, investment.invested_on))
    refusals.push(['receivedOn', `The investment began on ${formatDay(investment.invested_on)}.`])
  return refusals
}

function aboutOf({ amount, receivedOn, reference }: ImportedPayment): string {
  const words = [formatAmount(amount, 'when-needed'), formatDay(receivedOn), reference]
  return words.filter((word) => word !== null).join(', ')
}
