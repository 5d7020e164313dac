import { z } from 'zod'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { formatDay, isAfter } from '../../values/calendar-date.ts'
import {
  optionalDay,
  optionalNote,
  optionalText,
  positiveAmount,
  requiredDay,
} from '../../values/fields.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import { wholeNumber } from '../payment-plans/plan-form.ts'
import { lastFirstDay, mostLines } from '../payment-plans/plan-line.ts'
import { ownInvestmentMessage } from '../payments/own-investment.ts'
import { dayCell } from './cells.ts'
import {
  broken,
  listImport,
  type Plan,
  type ReadRow,
  type Refusal,
  type ValueOf,
} from './check.server.ts'
import { investmentsByAnyName, type NamedInvestment } from './named-investments.server.ts'
import { hold } from './parties.server.ts'
import { addPlans, type ImportedPlan, planFactsOf } from './plan-records.server.ts'
import { judgePlan, type PlanFacts } from './plan-rows.ts'
import { amountExamples, dayExamples } from './table.server.ts'

const count = (from: number, to: number) =>
  z.string().transform((text, context): number | null => {
    if (text === '') return null
    const number = wholeNumber(text.replace(/\.0+$/, ''), to)
    if (number !== null && number >= from) return number
    context.addIssue({ code: 'custom', message: `Not a whole number from ${from} to ${to}.` })
    return z.NEVER
  })

const cells = {
  investment: optionalText(254),
  reference: optionalText(40),
  investor: optionalText(254),
  project: optionalText(254),
  agreedOn: dayCell(requiredDay('The day of the agreement is required.')),
  position: count(1, mostLines),
  label: optionalText(120),
  amount: positiveAmount('The amount must be greater than zero.'),
  dueOn: dayCell(
    optionalDay().refine(
      (day) => day === null || !isAfter(day, lastFirstDay),
      'Check the year: it should be 2179 or earlier.',
    ),
  ),
  milestone: optionalText(120),
  days: count(0, 365),
  reason: optionalNote(500),
}

/** A row for each line. Plans do not change the amount of their investment, and none is imported in part. */
export const planImport = listImport({
  cells: () => cells,
  words: {
    investment: 'Investment, investment id | Its ID; or one of the following.',
    reference: 'Payment reference | The payment reference of the investment.',
    investor:
      'Investor email, investor, investor id | Their email, ID or full name, with the project. | amina.hassan@example.com',
    project: 'Project, project slug, project id | Its slug, ID or name. | riverside-apartments',
    agreedOn: `Agreed on, agreement | A day, ${dayExamples}; the same in all lines of a plan. | 2026-01-15`,
    position:
      'Line, position | The order of the lines in their plan; as in the file when empty. | 1',
    label: 'Label | Up to 120 characters. | Deposit',
    amount: `Amount (USD), amount | Above zero, ${amountExamples}; the lines of a plan come to the amount of the investment. | 5000.00`,
    dueOn: `Due date, due on, due | A day, ${dayExamples}; empty for a line with a milestone. | 2026-04-15`,
    milestone:
      'Milestone | The name of a milestone of the project; empty for a line with a due date.',
    days: 'Days after milestone, days | From 0 to 365; 0 when empty.',
    reason: 'Reason | Why the plan replaces the one that the investment has; in one of its lines.',
  },
  notRead: ['Version', 'Reason for this version', 'Reason of this version', 'Still due (USD)'],
  prepare,
})

type Cells = ValueOf<typeof cells>
type Row = ReadRow<Cells>
type Ready = { amount: Cents; plan: ImportedPlan | null }
type Judged = {
  refusals: Refusal[]
  isHere: boolean
  plan: ImportedPlan | null
  /** The version that a new plan replaces. */
  replaces: number | null
}

/** The first row of a plan brings the whole of it, because rows are written in portions. */
async function prepare(admin: AdminActor, rows: readonly Row[]): Promise<Plan<Cells, Ready>> {
  const named = await investmentsByAnyName(admin, rows)
  const byInvestment = Map.groupBy(rows, (row) => named.get(row)?.investment)
  const investments = [...byInvestment.keys()].filter((investment) => investment !== undefined)
  const facts = await planFactsOf(admin, investments)
  const judged = new Map(
    investments.flatMap((investment) =>
      judgedRows(
        investment,
        (byInvestment.get(investment) ?? []).map((row) => ({
          row,
          why: named.get(row)?.why ?? [],
        })),
        facts(investment),
      ),
    ),
  )
  const milestoneIds = investments.flatMap((investment) =>
    facts(investment).milestones.map(({ id }) => id),
  )
  return {
    judge: (row) => {
      const { why = [], investment } = named.get(row) ?? {}
      const { refusals = [], isHere = false, plan = null, replaces = null } = judged.get(row) ?? {}
      const { amount } = row.known
      const shown = investment && {
        name: `${investment.investor}, ${investment.project}`,
        about: aboutOf(row.known, isHere ? null : replaces),
      }
      return {
        refusals: [...why, ...refusals],
        isHere,
        shown,
        ...(amount && { value: { amount, plan } }),
      }
    },
    amountOf: ({ amount }) => amount,
    // Reaching a milestone locks it before the investments that wait for it.
    hold: async () => {
      await hold(admin, 'milestone', milestoneIds)
      await hold(
        admin,
        'investment',
        investments.map(({ id }) => id),
      )
    },
    write: (ready) =>
      addPlans(
        admin,
        ready.flatMap(({ plan }) => plan ?? []),
      ),
  }
}

function judgedRows(
  investment: NamedInvestment,
  rows: { row: Row; why: Refusal[] }[],
  facts: Omit<PlanFacts, 'blocked'> & { version: number },
): [Row, Judged][] {
  const { refusals, isCurrent, plan } = judgePlan(
    rows.map(({ row, why }) => ({ ...row, problems: [...row.problems, ...why] })),
    { ...facts, blocked: blockedBy(investment) },
    clock.today(),
  )
  const { id: investmentId, amount_cents: amount } = investment
  return rows.map(({ row }, place) => {
    const whole = place === 0 && plan && { ...plan, investmentId, amount, version: facts.version }
    return [
      row,
      {
        refusals: refusals[place] ?? [],
        isHere: isCurrent,
        plan: whole || null,
        replaces: facts.current && facts.version - 1,
      },
    ]
  })
}

function blockedBy({ isOwn, status, is_archived }: NamedInvestment): Refusal[] {
  const isCancelled = status === 'cancelled'
  return broken(
    [isOwn, 'investment', ownInvestmentMessage],
    [isCancelled, 'investment', 'This investment is cancelled and takes no plan.'],
    [
      is_archived && !isCancelled,
      'investment',
      'This investment, its investor or its project is archived.',
    ],
  )
}

function aboutOf(
  { position, label, amount, dueOn, milestone, days }: Row['known'],
  replaces: number | null,
): string {
  const due = milestone ? `${days ?? 0} days after ${milestone}` : dueOn && formatDay(dueOn)
  const parts = [
    position && `line ${position}`,
    label,
    amount && formatAmount(amount, 'when-needed'),
    due,
    replaces && `replaces version ${replaces}`,
  ]
  return parts.filter(Boolean).join(', ')
}
