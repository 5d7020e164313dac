import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { type CalendarDate, formatDay, isAfter } from '../../values/calendar-date.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import {
  holdParties,
  type ImportedInvestment,
  importInvestments,
  investmentsOf,
} from '../investments/import-investments.server.ts'
import { investmentStatusLabels } from '../investments/investment.ts'
import { ownInvestorsAmong } from '../investors/own-investor.server.ts'
import { importPayments } from '../payments/import-payments.server.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import { type Checked, fingerprintOf, type Problem, type ShownRow } from './checked.server.ts'
import { type FindParty, investorsNamed, type Party, projectsNamed } from './find-parties.server.ts'
import { type InvestmentRow, readInvestmentRow } from './investment-row-schema.ts'
import { knownInvestments } from './known-investments.server.ts'
import { inOrder, parseRows, problemIn, type ReadRow } from './parse-rows.server.ts'
import type { ImportRow } from './read-import.ts'

/**
 * What a file of investments would do. Whose they are and in which project is found by e-mail, slug, id or name. One of the
 * same person, project, amount and day is there already, and so is one that an export names by its id; a further tranche
 * differs in one of these.
 */
export async function checkInvestments(
  admin: AdminActor,
  rows: readonly ImportRow[],
): Promise<Checked> {
  const investorOf = await investorsNamed(
    admin,
    rows.map(({ cells }) => cells.investor ?? ''),
  )
  const projectOf = await projectsNamed(admin)
  const own = await knownInvestments(admin, rows, { investorOf, projectOf })
  const { read, problems } = await parseRows('investments', readInvestmentRow, own.rest)
  const meant = read.map((row) => {
    const { investor, project } = row.known
    return { ...row, investor: named(investor, investorOf), project: named(project, projectOf) }
  })
  const people = new Set(
    meant.flatMap(({ investor }) => (typeof investor === 'object' ? investor.id : [])),
  )
  const ownIds = await ownInvestorsAmong(admin, [...people])
  const there = new Set((await investmentsOf(admin, [...people])).map(keyOf))
  const first = new Map(own.investments.map(({ row, ...one }) => [keyOf(one), row]))
  const today = clock.today()
  const [values, ready, here]: [ImportedInvestment[], ShownRow[], ShownRow[]] = [[], [], own.here]
  problems.push(...own.problems)
  for (const one of meant) {
    const { row, value, investor, project } = one
    const key = keyIn(one)
    const before = key === null ? undefined : first.get(key)
    if (key !== null) first.set(key, before ?? row)
    const isThere = key !== null && before === undefined && there.has(key)
    const found = [
      ...partyProblems(one, isThere),
      ...late(one.known, today),
      ...addedToOneself(one, ownIds, isThere),
    ]
    if (before !== undefined) found.push(['amount', `The same investment stands in row ${before}.`])
    problems.push(
      ...found.map(([field, says]): Problem => problemIn('investments', one, field, says)),
    )
    if (found.length > 0 || !value || typeof investor !== 'object' || typeof project !== 'object')
      continue
    const { investor: _, project: __, ...facts } = value
    const shown = { row, name: `${investor.name}, ${project.name}`, about: aboutOf(facts) }
    if (isThere) here.push(shown)
    else {
      values.push({ ...facts, investorId: investor.id, projectId: project.id })
      ready.push(shown)
    }
  }
  return {
    ...{
      ready,
      here: inOrder(here),
      problems: inOrder(problems),
      fingerprint: fingerprintOf(values, here),
    },
    hold: () => hold(admin, values),
    write: () => write(admin, values),
  }
}

type There = {
  investor_id: string
  project_id: string
  amount_cents: Cents
  invested_on: CalendarDate
}
const keyOf = (one: There) =>
  [one.investor_id, one.project_id, one.amount_cents, one.invested_on].join()

/** Whom or what a cell means, or why that cannot be told; undefined when the cell cannot be read. */
const named = (cell: string | undefined, partyOf: FindParty) =>
  cell === undefined ? undefined : partyOf(cell)

type Meant = Pick<ReadRow<InvestmentRow>, 'known'> &
  Record<'investor' | 'project', Party | string | undefined>

/** What tells one investment from another, when the row says all of it. */
function keyIn({ known: { amount, investedOn }, investor, project }: Meant): string | null {
  if (typeof investor !== 'object' || typeof project !== 'object' || !amount || !investedOn)
    return null
  return keyOf({
    investor_id: investor.id,
    project_id: project.id,
    amount_cents: amount,
    invested_on: investedOn,
  })
}

/** What is there already may be that of somebody who was archived. */
function partyProblems(meant: Meant, isThere: boolean): [string, string][] {
  return (['investor', 'project'] as const).flatMap((field): [string, string][] => {
    const party = meant[field]
    if (typeof party === 'string') return [[field, party]]
    return party?.isArchived && !isThere ? [[field, `${party.name} is archived.`]] : []
  })
}

function addedToOneself(
  { investor }: Meant,
  ownIds: Set<string>,
  isThere: boolean,
): [string, string][] {
  const isOwn = typeof investor === 'object' && ownIds.has(investor.id)
  return isOwn && !isThere ? [['investor', ownInvestmentMessage]] : []
}

type Days = Partial<Pick<ImportedInvestment, 'investedOn' | 'fullyPaidOn' | 'cancelledOn'>>

function late(days: Days, today: CalendarDate): [string, string][] {
  return (['investedOn', 'fullyPaidOn', 'cancelledOn'] as const).flatMap(
    (field): [string, string][] => {
      const day = days[field]
      return day && isAfter(day, today) ? [[field, 'This day lies in the future.']] : []
    },
  )
}

type Facts = Omit<ImportedInvestment, 'investorId' | 'projectId'>

function aboutOf({ amount, status, investedOn, fullyPaidOn }: Facts): string {
  const words = [
    formatAmount(amount, 'when-needed'),
    investmentStatusLabels[status],
    formatDay(investedOn),
  ]
  return [...words, ...(fullyPaidOn ? [`fully paid ${formatDay(fullyPaidOn)}`] : [])].join(', ')
}

function hold(admin: AdminActor, values: readonly ImportedInvestment[]): Promise<void> {
  const ids = (field: 'investorId' | 'projectId') =>
    [...new Set(values.map((value) => value[field]))].toSorted()
  return holdParties(admin, ids('investorId'), ids('projectId'))
}

/** A completed one gets the payment of its whole amount, which completes it. */
async function write(admin: AdminActor, values: readonly ImportedInvestment[]): Promise<void> {
  const ids = await importInvestments(admin, values)
  const payments = values.flatMap(({ amount, fullyPaidOn }, place) => {
    const nothing = { method: null, reference: null, note: null, repeats: false }
    return fullyPaidOn
      ? [{ investmentId: ids[place] ?? '', amount, receivedOn: fullyPaidOn, ...nothing }]
      : []
  })
  await importPayments(admin, payments)
}
