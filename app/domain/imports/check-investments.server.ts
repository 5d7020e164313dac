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
import { importPayments } from '../payments/import-payments.server.ts'
import { type Checked, fingerprintOf, type Problem, type ShownRow } from './checked.server.ts'
import { type FindParty, investorsNamed, type Party, projectsNamed } from './find-parties.server.ts'
import { InvestmentRowSchema } from './investment-row-schema.ts'
import { type FaultyRow, inOrder, parseRows, problemIn, rowsByNumber } from './parse-rows.server.ts'
import type { ImportRow } from './read-import.ts'

/**
 * What a file of investments would do. Whose they are and in which project is found by e-mail, slug, id or name. One of the
 * same person, project, amount and day is there already; a further tranche differs in one of these.
 */
export async function checkInvestments(admin: AdminActor, rows: readonly ImportRow[]): Promise<Checked> {
  const { parsed, faulty, problems } = await parseRows('investments', InvestmentRowSchema, rows)
  const rowOf = rowsByNumber(rows)
  const investorOf = await investorsNamed(admin, [
    ...parsed.map(({ value }) => value.investor),
    ...faulty.map(({ cells }) => cells.investor ?? ''),
  ])
  const projectOf = await projectsNamed(admin)
  const today = clock.today()
  const meant = parsed.flatMap(({ row, value }) => {
    const [investor, project] = [investorOf(value.investor), projectOf(value.project)]
    const found = [...partyProblems('investor', investor), ...partyProblems('project', project), ...late(value, today)]
    problems.push(...found.map(([field, says]): Problem => problemIn('investments', rowOf(row), field, says)))
    if (found.length > 0 || typeof investor === 'string' || typeof project === 'string') return []
    return [{ row, investor, project, value: { ...value, investorId: investor.id, projectId: project.id } }]
  })
  problems.push(...faulty.flatMap((row) => unknownParties(row, { investor: investorOf, project: projectOf })))
  const there = new Set((await investmentsOf(admin, [...new Set(meant.map(({ investor }) => investor.id))])).map(keyOf))
  const first = new Map<string, number>()
  const [values, ready, here]: [ImportedInvestment[], ShownRow[], ShownRow[]] = [[], [], []]
  for (const { row, investor, project, value } of meant) {
    const key = [value.investorId, value.projectId, value.amount, value.investedOn].join()
    const before = first.get(key)
    const shown = { row, name: `${investor.name}, ${project.name}`, about: aboutOf(value) }
    if (before !== undefined)
      problems.push(problemIn('investments', rowOf(row), 'amount', `The same investment stands in row ${before}.`))
    else if (there.has(key)) here.push(shown)
    else {
      const { investor: _, project: __, ...investment } = value
      values.push(investment)
      ready.push(shown)
    }
    first.set(key, before ?? row)
  }
  return {
    ...{ ready, here, problems: inOrder(problems), fingerprint: fingerprintOf(values, here) },
    hold: () => hold(admin, values),
    write: () => write(admin, values),
  }
}

type There = { investor_id: string; project_id: string; amount_cents: Cents; invested_on: CalendarDate }
const keyOf = (one: There) => [one.investor_id, one.project_id, one.amount_cents, one.invested_on].join()

function partyProblems(field: 'investor' | 'project', party: Party | string): [string, string][] {
  if (typeof party === 'string') return [[field, party]]
  return party.isArchived ? [[field, `${party.name} is archived.`]] : []
}

/** Whom and what a row with another problem names is looked up all the same. */
function unknownParties(row: FaultyRow, partyOf: Record<'investor' | 'project', FindParty>): Problem[] {
  return (['investor', 'project'] as const).flatMap((field) => {
    const named = row.fields.has(field) ? '' : (row.cells[field] ?? '')
    const found = named === '' ? [] : partyProblems(field, partyOf[field](named))
    return found.map(([, says]) => problemIn('investments', row, field, says))
  })
}

type Days = Pick<ImportedInvestment, 'investedOn' | 'fullyPaidOn' | 'cancelledOn'>

function late(days: Days, today: CalendarDate): [string, string][] {
  return (['investedOn', 'fullyPaidOn', 'cancelledOn'] as const).flatMap((field): [string, string][] => {
    const day = days[field]
    return day && isAfter(day, today) ? [[field, 'This day lies in the future.']] : []
  })
}

function aboutOf({ amount, status, investedOn, fullyPaidOn }: ImportedInvestment): string {
  const words = [formatAmount(amount, 'when-needed'), investmentStatusLabels[status], formatDay(investedOn)]
  return [...words, ...(fullyPaidOn ? [`fully paid ${formatDay(fullyPaidOn)}`] : [])].join(', ')
}

function hold(admin: AdminActor, values: readonly ImportedInvestment[]): Promise<void> {
  const ids = (field: 'investorId' | 'projectId') => [...new Set(values.map((value) => value[field]))].toSorted()
  return holdParties(admin, ids('investorId'), ids('projectId'))
}

/** A completed one gets the payment of its whole amount, which completes it. */
async function write(admin: AdminActor, values: readonly ImportedInvestment[]): Promise<void> {
  const ids = await importInvestments(admin, values)
  const payments = values.flatMap(({ amount, fullyPaidOn }, place) => {
    const nothing = { method: null, reference: null, note: null }
    return fullyPaidOn ? [{ investmentId: ids[place] ?? '', amount, receivedOn: fullyPaidOn, ...nothing }] : []
  })
  await importPayments(admin, payments)
}
