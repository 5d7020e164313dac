import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { formatDay, isAfter, isBefore } from '../../values/calendar-date.ts'
import {
  optionalDay,
  optionalText,
  positiveAmount,
  requiredDay,
  requiredText,
} from '../../values/fields.ts'
import { formatAmount } from '../../values/money.ts'
import {
  type InvestmentStatus,
  investmentStatuses,
  investmentStatusLabels,
} from '../investments/investment.ts'
import { nextPaymentFields } from '../investments/investment-schema.ts'
import type { Owned } from '../investments/owned.server.ts'
import { findOwnInvestors } from '../investors/own-investor.server.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import { asWords, dayCell, isSameAmount, meansDay, wordCell } from './cells.ts'
import {
  broken,
  listImport,
  type Plan,
  type ReadRow,
  type Refusal,
  type ValueOf,
} from './check.server.ts'
import {
  type FindParty,
  hold,
  idOf,
  investmentsBy,
  otherParties,
  partiesNamed,
} from './parties.server.ts'
import { importPayments } from './payments.server.ts'
import { amountExamples, dayExamples, type ImportRow } from './table.server.ts'
import { ownedKey, unitsOfRows } from './units-of-rows.server.ts'

const statuses = asWords<InvestmentStatus>(investmentStatuses)

const cells = {
  investor: requiredText(254, 'Enter the investor.'),
  project: requiredText(254, 'Enter the project.'),
  owned: optionalText(80),
  amount: positiveAmount('Amount must be greater than zero.'),
  status: wordCell(statuses, 'Not an investment status.', 'A status is required.'),
  investedOn: dayCell(requiredDay('The investment date is required.')),
  fullyPaidOn: dayCell(optionalDay()),
  cancelledOn: dayCell(optionalDay()),
  nextPaymentOn: dayCell(nextPaymentFields.nextPaymentOn),
  nextPaymentAmount: nextPaymentFields.nextPaymentAmount,
  id: z.string(),
}

/** A completed investment also records the payment of its whole amount. */
export const investmentImport = listImport({
  cells: () => cells,
  words: {
    investor:
      'Investor email, investor, investor id | Their email, ID or full name. | amina.hassan@example.com',
    project: 'Project slug, project, project id | Its slug, ID or name. | riverside-apartments',
    owned:
      'Unit or share | The name of a unit of the project, or a percentage of it. | Apartment A-1203',
    amount: `Amount (USD), amount | Above zero, ${amountExamples}. | 25000.00`,
    status: 'Status | Pending, active, completed or cancelled. | Active',
    investedOn: `Investment date, invested on, date | A day, ${dayExamples}. | 2026-03-31`,
    fullyPaidOn:
      'Fully paid on | For a completed investment, the day it was fully paid; records that payment.',
    cancelledOn:
      'Cancelled on | For a cancelled investment, the day it was cancelled; today when empty.',
    nextPaymentOn: `Next payment date | A day, ${dayExamples}. | 2026-09-30`,
    nextPaymentAmount: `Next payment (USD), next payment | Above zero, ${amountExamples}. | 5000.00`,
    id: 'Id | From an export: the ID of the investment, which is not added again. Empty for a new one.',
  },
  notRead: ['Project', 'Investor', 'Received (USD)', 'Remaining (USD)', 'Archived'],
  exported: {
    idField: 'id',
    unknown:
      'No investment has this ID. If the IDs come from another program, remove this column from the file.',
    find: findExported,
  },
  prepare,
})

type Investment = ValueOf<typeof cells>
type Ready = Investment & { investorId: string; projectId: string; names: Owned }
type There = Awaited<ReturnType<typeof investmentsBy>>[number]

async function findExported(admin: AdminActor, ids: string[], rows: readonly ImportRow[]) {
  const parties = await partiesNamed(admin, rows)
  return {
    entries: await investmentsBy(admin, 'investment.id', ids),
    differs: (row: Record<string, string>, there: There) => {
      const found = otherParties(parties, row, there)
      if (!isSameAmount(row.amount ?? '', there.amount_cents))
        found.push(['amount', formatAmount(there.amount_cents, 'always')])
      if (row.owned && ownedKey(row.owned) !== ownedKey(there.owned))
        found.push(['owned', there.owned ?? 'nothing'])
      if (!meansDay(row.investedOn ?? '', there.invested_on))
        found.push(['investedOn', formatDay(there.invested_on)])
      return found
    },
    shown: ({ investor: person, project: house, amount_cents, status, invested_on }: There) => ({
      name: `${person}, ${house}`,
      about: aboutOf({ amount: amount_cents, status, investedOn: invested_on, fullyPaidOn: null }),
    }),
  }
}

/**
 * Finds investor and project by email, slug, id or name. An investment with the same investor,
 * project, amount, day, and unit or share where both say it, or an exported id, exists already.
 */
async function prepare(
  admin: AdminActor,
  rows: readonly ReadRow<Investment>[],
  taken: (There & { row: number })[],
): Promise<Plan<Investment, Ready>> {
  const { investorOf, projectOf } = await partiesNamed(admin, rows)
  const people = [...new Set(rows.flatMap(({ known }) => idOf(investorOf(known.investor)) ?? []))]
  const own = await findOwnInvestors(admin, people)
  const there = new Set((await investmentsBy(admin, 'investor.id', people)).flatMap(keysOf))
  const houses = rows.flatMap(({ known }) => idOf(projectOf(known.project)) ?? [])
  const takeUnit = await unitsOfRows(admin, [...new Set(houses)])
  const rowOf = new Map(
    taken.flatMap((investment) => keysOf(investment).map((key) => [key, investment.row])),
  )
  return {
    judge: ({ row, known, value }) => {
      const parties = { investor: investorOf(known.investor), project: projectOf(known.project) }
      const investment = meantBy(parties, known)
      const before = rowOf.get(investment.key)
      if (investment.key !== '' && before === undefined) rowOf.set(investment.key, row)
      const isHere = before === undefined && there.has(investment.key)
      const { projectId: house } = investment
      const takes = before === undefined && !isHere && known.status !== 'cancelled'
      const taken = takeUnit({ row, projectId: house, owned: known.owned, takes })
      const refusals = [
        ...factRefusals(known),
        ...taken.refusals,
        ...partyRefusals(parties, isHere),
        ...lateDays(known),
        ...broken(
          [!isHere && own.has(investment.investorId), 'investor', ownInvestmentMessage],
          [before, 'amount', `The same investment is in row ${before}.`],
        ),
      ]
      const { name, investorId, projectId } = investment
      const shown = value && { name, about: aboutOf(value) }
      return {
        refusals,
        isHere,
        shown,
        value: value && { ...value, investorId, projectId, names: taken.owned },
      }
    },
    amountOf: ({ amount }) => amount,
    hold: async (ready) => {
      await hold(
        admin,
        'investor',
        ready.map(({ investorId }) => investorId),
      )
      await hold(
        admin,
        'project',
        ready.map(({ projectId }) => projectId),
      )
    },
    write: (ready) => addInvestments(admin, ready),
  }
}

/** Null where the row does not identify an investment. */
function meantBy(
  { investor, project }: Record<'investor' | 'project', ReturnType<FindParty>>,
  { amount, investedOn, owned }: Partial<Investment>,
) {
  const [investorId = '', projectId = ''] = [idOf(investor), idOf(project)]
  const isWhole = investorId && projectId && amount && investedOn
  const name = [investor, project].map((party) => typeof party === 'object' && party.name)
  const key = isWhole ? [investorId, projectId, amount, investedOn, ownedKey(owned)].join() : ''
  return { key, investorId, projectId, name: name.join(', ') }
}

/** With the unit or share, and without it for rows that leave it out. */
function keysOf(there: There): string[] {
  const facts = [there.investor_id, there.project_id, there.amount_cents, there.invested_on]
  return [[...facts, ownedKey(there.owned)].join(), [...facts, ''].join()]
}

/** Existing investments may have archived parties, new ones not. */
function partyRefusals(parties: Record<string, ReturnType<FindParty>>, isHere: boolean): Refusal[] {
  return Object.entries(parties).flatMap(([field, party]): Refusal[] => {
    if (typeof party === 'string') return [[field, party]]
    return party?.isArchived && !isHere ? [[field, `${party.name} is archived.`]] : []
  })
}

function lateDays(known: Partial<Investment>): Refusal[] {
  const days = ['investedOn', 'fullyPaidOn', 'cancelledOn'] as const
  const late = days.filter((field) => {
    const day = known[field]
    return day && isAfter(day, clock.today())
  })
  return late.map((field) => [field, 'This day is in the future.'])
}

/** Contradictions between cells, also where others are unreadable. */
function factRefusals(known: Partial<Investment>): Refusal[] {
  const { status, amount, investedOn, nextPaymentAmount, fullyPaidOn, ...days } = known
  const isOpen = status === 'active' || status === 'cancelled'
  const isMore = nextPaymentAmount && amount !== undefined && nextPaymentAmount > amount
  const early = (['fullyPaidOn', 'cancelledOn', 'nextPaymentOn'] as const).filter((field) => {
    const day = known[field]
    return day && investedOn && isBefore(day, investedOn)
  })
  const [completed, pending] = [status === 'completed', status === 'pending']
  const isStray = status && status !== 'cancelled' && days.cancelledOn
  const isWithoutDay = nextPaymentAmount && days.nextPaymentOn === null
  return broken(
    [
      completed && fullyPaidOn === null,
      'fullyPaidOn',
      'A completed investment must be fully paid.',
    ],
    [pending && fullyPaidOn, 'fullyPaidOn', 'A pending investment cannot have payments.'],
    [isOpen && fullyPaidOn, 'status', 'A fully paid investment must be completed.'],
    [isStray, 'cancelledOn', 'This investment is not cancelled.'],
    ...early.map(
      (field) => [true, field, 'This is before the investment date.'] as [true, string, string],
    ),
    [isWithoutDay, 'nextPaymentOn', 'Enter the day of the next payment.'],
    [isMore, 'nextPaymentAmount', 'This is more than the amount.'],
  )
}

type Facts = Pick<Investment, 'amount' | 'status' | 'investedOn' | 'fullyPaidOn'>

function aboutOf({ amount, status, investedOn, fullyPaidOn }: Facts): string {
  const paid = fullyPaidOn ? `, fully paid ${formatDay(fullyPaidOn)}` : ''
  return `${formatAmount(amount, 'when-needed')}, ${investmentStatusLabels[status]}, ${formatDay(investedOn)}${paid}`
}

/** A completed one starts as pending; the payment of its whole amount completes it. */
async function addInvestments(admin: AdminActor, ready: readonly Ready[]): Promise<void> {
  const investments = ready.map((investment) => ({ ...investment, id: randomUUID() }))
  const rows = investments.map(({ status, ...investment }) => {
    const isCancelled = status === 'cancelled'
    return {
      id: investment.id,
      investor_id: investment.investorId,
      project_id: investment.projectId,
      amount_cents: investment.amount,
      ...investment.names,
      status: status === 'completed' ? ('pending' as const) : status,
      invested_on: investment.investedOn,
      next_payment_on: isCancelled ? null : investment.nextPaymentOn,
      next_payment_cents: isCancelled ? null : investment.nextPaymentAmount,
      cancelled_on: isCancelled ? (investment.cancelledOn ?? clock.today()) : null,
    }
  })
  await admin.tx.insertInto('investment').values(rows).execute()
  const payments = investments.flatMap(({ id, amount, fullyPaidOn }) =>
    fullyPaidOn ? [{ investmentId: id, amount, receivedOn: fullyPaidOn }] : [],
  )
  await importPayments(admin, payments)
}
