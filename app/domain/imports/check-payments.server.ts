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
import { bookedRows } from './booked-rows.server.ts'
import { type Checked, fingerprintOf, type Problem, type ShownRow } from './checked.server.ts'
import { investmentsMeant, type Meant, type Named } from './find-investments.server.ts'
import { type FaultyRow, inOrder, parseRows, problemIn, rowsByNumber } from './parse-rows.server.ts'
import { PaymentRowSchema } from './payment-row-schema.ts'
import type { ImportRow } from './read-import.ts'

/**
 * What a file of payments would do. Each names its investment by id, or is for the only one that is not cancelled of
 * somebody in a project. What earlier rows of the file pay remains no more for later ones. One of the same amount, day
 * and reference stands in the ledger already, also when it is voided; so does an entry that an export names.
 */
export async function checkPayments(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const booked = await bookedRows(admin, rows)
  const { parsed, faulty, problems } = await parseRows('payments', PaymentRowSchema, booked.rest)
  const rowOf = rowsByNumber(rows)
  const unread = faulty.flatMap((row) => namedBy(row) ?? [])
  const investmentOf = await investmentsMeant(admin, [...parsed.map(({ value }) => value), ...unread])
  const meant = parsed.map(({ row, value }) => ({ row, value, found: investmentOf(value) }))
  const ids = idsIn(meant.map(({ found }) => found))
  const investments = new Map((await investmentsToPay(admin, ids)).map((one) => [one.id, one]))
  const there = standing(await paymentsOn(admin, ids))
  const first = new Map(booked.payments.map(({ row, ...entry }) => [keyOf(entry), row]))
  const [values, ready, here]: [ImportedPayment[], ShownRow[], ShownRow[]] = [[], [], booked.here]
  const today = clock.today()
  const refuse = (row: number, field: string, says: string): unknown =>
    problems.push(problemIn('payments', rowOf(row), field, says))
  problems.push(...booked.problems, ...faulty.flatMap((row) => unknownInvestment(row, investmentOf)))
  for (const { row, value, found } of meant) {
    const investment = 'id' in found ? investments.get(found.id) : undefined
    if (!investment) {
      refuse(row, ...whyUnknown(found))
      continue
    }
    const payment = paymentOf(investment.id, value)
    const key = keyOf({
      ...payment,
      investment_id: investment.id,
      amount_cents: value.amount,
      dated_on: value.receivedOn,
    })
    const before = first.get(key)
    first.set(key, before ?? row)
    const words = before === undefined ? there.get(key) : undefined
    const isThere = words !== undefined
    const shown = { row, name: `${investment.investor}, ${investment.project}`, about: aboutOf(payment) }
    const refusal = isThere ? null : refusalOf(investment, payment, { before, today })
    if (refusal) refuse(row, ...refusal)
    else if (isThere) here.push({ ...shown, about: `${shown.about}${words}` })
    else {
      investment.received_cents = add(investment.received_cents, value.amount)
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

const partyFields = ['investment', 'investor', 'project'] as const

/** What a row with another problem says of its investment; null when that cannot be looked up. */
function namedBy({ cells, fields }: FaultyRow): Named | null {
  if (partyFields.some((field) => fields.has(field))) return null
  const [investment = null, investor = null, project = null] = partyFields.map((field) => cells[field] || null)
  return investment !== null || (investor !== null && project !== null) ? { investment, investor, project } : null
}

function unknownInvestment(row: FaultyRow, investmentOf: (row: Named) => Meant): Problem[] {
  const named = namedBy(row)
  const found = named && investmentOf(named)
  return found && 'why' in found ? [problemIn('payments', row, ...found.why)] : []
}

const idsIn = (meant: readonly Meant[]) => [...new Set(meant.flatMap((one) => ('id' in one ? one.id : [])))].toSorted()

function whyUnknown(meant: Meant): [string, string] {
  return 'id' in meant ? ['investment', 'No investment is known by this id.'] : meant.why
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

type Value = Omit<ImportedPayment, 'investmentId' | 'method'> & { method: ImportedPayment['method'] | 'none' }

function paymentOf(investmentId: string, { amount, receivedOn, method, reference, note }: Value): ImportedPayment {
  return { investmentId, amount, receivedOn, method: method === 'none' ? null : method, reference, note }
}

type Investment = Awaited<ReturnType<typeof investmentsToPay>>[number]

/** The rules of Record Payment, against what remains after the rows before. */
function refusalOf(
  investment: Investment,
  payment: ImportedPayment,
  { before, today }: { before: number | undefined; today: CalendarDate },
): [string, string] | null {
  const remaining = subtract(investment.amount_cents, investment.received_cents)
  if (before !== undefined)
    return ['amount', `The same payment stands in row ${before}: give each a reference of its own.`]
  if (investment.status === 'cancelled') return ['investment', 'This investment is cancelled and takes no payments.']
  if (investment.is_archived) return ['investment', 'This investment, its investor or its project is archived.']
  if (payment.amount > remaining)
    return ['amount', `Payment cannot exceed the remaining ${formatAmount(remaining, 'when-needed')}.`]
  if (isAfter(payment.receivedOn, today)) return ['receivedOn', 'This day lies in the future.']
  if (isBefore(payment.receivedOn, investment.invested_on))
    return ['receivedOn', `The investment began on ${formatDay(investment.invested_on)}.`]
  return null
}

function aboutOf({ amount, receivedOn, reference }: ImportedPayment): string {
  const words = [formatAmount(amount, 'when-needed'), formatDay(receivedOn), reference]
  return words.filter((word) => word !== null).join(', ')
}
