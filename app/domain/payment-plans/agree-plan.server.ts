import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { type Cents, subtract, sum } from '../../values/money.ts'
import {
  findInvestmentInFull,
  type InvestmentInFull,
} from '../investments/investment-in-full.server.ts'
import {
  findOversubscription,
  lockOffer,
  type Oversubscription,
} from '../investments/oversubscription.server.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import { textOf, unknownMilestone } from './change-templates.server.ts'
import { inOrderOfDays, type NewPlanLine } from './plan-line.ts'
import { milestoneChoices } from './plan-templates.server.ts'

/** `version` is the investment's when the form was opened; null takes any. `amount` becomes the investment's. */
export type PlanInput = {
  key: string
  version: number | null
  amount: Cents
  agreedOn: CalendarDate
  reason: string | null
  templateId: string | null
  lines: NewPlanLine[]
  /** Confirms an amount beyond the offer. */
  beyondOffer: boolean
}

export type PlanAgreed =
  | { planId: string; version: number }
  | {
      refused:
        | 'not-found'
        | 'archived'
        | 'cancelled'
        | 'own-investor'
        | 'reason-missing'
        | 'key-reused'
    }
  | { refused: 'version-conflict'; now: InvestmentInFull; planVersion: number }
  | { refused: 'below-received'; received: Cents }
  | { refused: 'exceeds-offer'; beyond: Oversubscription }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'lines-differ'; total: Cents }
  | { refused: 'unknown-milestone'; place: number }
  | { refused: 'before-agreement'; place: number; earliest: CalendarDate }
  | { refused: 'before-earlier-plan'; agreedOn: CalendarDate }

/**
 * Agrees a plan for an investment, which replaces its current one with a reason, and changes its amount with it. Refused
 * for lines that do not come to the amount, below what was received, before the agreement or an earlier one, for an
 * outdated `version`, and for archived, cancelled and one's own investments. Locks milestones, investment and offer. Publishes plan.agreed.
 */
export function agreePlan(
  admin: AdminActor,
  investmentId: string,
  input: PlanInput,
): Promise<PlanAgreed> {
  const { key, lines, ...facts } = input
  return exactlyOnce(
    admin,
    'agree-plan',
    key,
    { investmentId, ...facts, lines: textOf(lines) },
    () => agree(admin, investmentId, input),
  )
}

async function agree(
  admin: AdminActor,
  investmentId: string,
  input: PlanInput,
): Promise<PlanAgreed> {
  await lockMilestones(admin, input.lines)
  const was = await lockInvestment(admin, investmentId)
  if (!was) return { refused: 'not-found' }
  const refusal = await refusalOf(admin, was, input)
  if (refusal) return refusal
  const version = (await latestVersion(admin, investmentId)) + 1
  if (version > 1 && input.reason === null) return { refused: 'reason-missing' }
  if (input.amount !== was.amount) await changeAmount(admin, was, input.amount)
  const { id: planId } = await admin.tx
    .insertInto('payment_plan')
    .values({
      investment_id: investmentId,
      version,
      amount_cents: input.amount,
      agreed_on: input.agreedOn,
      reason: input.reason,
      template_id: input.templateId,
      created_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admin.tx
    .insertInto('plan_line')
    .values(
      inOrderOfDays(input.lines).map((line, place) =>
        planLineRow(line, place, { planId, investmentId }),
      ),
    )
    .execute()
  const { investor, project } = was
  const parties = { investmentId, investorId: investor.id, projectId: project.id }
  await publish(admin, { kind: 'plan.agreed', planId, ...parties })
  return { planId, version }
}

/** Before the investment, in the order in which reaching a milestone locks them. */
async function lockMilestones({ tx }: AdminActor, lines: NewPlanLine[]) {
  const ids = lines.flatMap(({ due }) => (due.kind === 'milestone' ? [due.milestoneId] : []))
  if (ids.length === 0) return
  await tx
    .selectFrom('milestone')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forShare()
    .execute()
}

async function lockInvestment(admin: AdminActor, investmentId: string) {
  const found = await admin.tx
    .selectFrom('investment')
    .select('project_id')
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) return null
  await lockOffer(admin, found.project_id)
  return findInvestmentInFull(admin, investmentId)
}

type Refused = Extract<PlanAgreed, { refused: string }>

async function refusalOf(
  admin: AdminActor,
  was: InvestmentInFull,
  { version, amount, agreedOn, lines, beyondOffer }: PlanInput,
): Promise<Refused | null> {
  if (version !== null && was.version !== version)
    return {
      refused: 'version-conflict',
      now: was,
      planVersion: await latestVersion(admin, was.id),
    }
  if (await isOwnInvestor(admin, was.investor.id)) return { refused: 'own-investor' }
  if (was.isArchived || was.partyArchived) return { refused: 'archived' }
  if (was.status === 'cancelled') return { refused: 'cancelled' }
  const today = clock.today()
  if (isAfter(agreedOn, today)) return { refused: 'in-the-future', today }
  if (amount < was.received) return { refused: 'below-received', received: was.received }
  const total = sum(lines.map((line) => line.amount))
  if (total !== amount) return { refused: 'lines-differ', total }
  return (
    (await refusedLines(admin, was, { agreedOn, lines })) ??
    (beyondOffer ? null : await refusedOffer(admin, was, amount))
  )
}

async function refusedLines(
  admin: AdminActor,
  was: InvestmentInFull,
  { agreedOn, lines }: Pick<PlanInput, 'agreedOn' | 'lines'>,
): Promise<Refused | null> {
  const unknown = unknownMilestone(lines, await milestoneChoices(admin, was.project.id))
  if (unknown !== -1) return { refused: 'unknown-milestone', place: unknown }
  const before = await agreements(admin, was.id)
  if (before && agreedOn < before.last)
    return { refused: 'before-earlier-plan', agreedOn: before.last }
  const earliest = before?.first ?? agreedOn
  const early = lines.findIndex(({ due }) => due.kind === 'date' && due.on < earliest)
  return early === -1 ? null : { refused: 'before-agreement', place: early, earliest }
}

async function refusedOffer(
  admin: AdminActor,
  was: InvestmentInFull,
  amount: Cents,
): Promise<Refused | null> {
  const beyond = await findOversubscription(admin, was.project.id, subtract(amount, was.amount))
  return beyond && { refused: 'exceeds-offer', beyond }
}

/** The days of the first agreement, before which no line is due, and of the last; null without a plan. */
export async function agreements(
  admin: AdminActor,
  investmentId: string,
): Promise<{ first: CalendarDate; last: CalendarDate } | null> {
  const found = await admin.tx
    .selectFrom('payment_plan')
    .select((row) => row.fn.min<CalendarDate | null>('agreed_on').as('first'))
    .select((row) => row.fn.max<CalendarDate | null>('agreed_on').as('last'))
    .where('investment_id', '=', investmentId)
    .executeTakeFirst()
  return found?.first && found.last ? { first: found.first, last: found.last } : null
}

async function latestVersion(admin: AdminActor, investmentId: string): Promise<number> {
  const found = await admin.tx
    .selectFrom('payment_plan')
    .select((row) => row.fn.max<number | null>('version').as('latest'))
    .where('investment_id', '=', investmentId)
    .executeTakeFirst()
  return found?.latest ?? 0
}

/** The status follows the figures, as everywhere. */
async function changeAmount(admin: AdminActor, was: InvestmentInFull, amount: Cents) {
  const status = amount === was.received ? 'completed' : was.status
  await admin.tx
    .updateTable('investment')
    .set({
      amount_cents: amount,
      status: status === 'completed' && amount > was.received ? 'active' : status,
    })
    .where('id', '=', was.id)
    .execute()
}

/** A line as it is inserted; all lines of a plan in one statement. */
export function planLineRow(
  { label, amount, due }: NewPlanLine,
  place: number,
  { planId, investmentId }: { planId: string; investmentId: string },
) {
  return {
    plan_id: planId,
    position: place + 1,
    investment_id: investmentId,
    label,
    amount_cents: amount,
    due_on: due.kind === 'date' ? due.on : null,
    milestone_id: due.kind === 'milestone' ? due.milestoneId : null,
    days_after: due.kind === 'milestone' ? due.days : null,
  }
}
