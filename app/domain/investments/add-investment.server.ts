import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { InvestmentStatus } from './investment.ts'

/** What an investment starts with. It is never completed: only the ledger makes it so (see `addPaidInvestment`). */
export type NewInvestment = {
  key: string
  projectId: string
  investorId: string
  amount: Cents
  investedOn: CalendarDate
  status: Exclude<InvestmentStatus, 'completed'>
  nextPaymentOn: CalendarDate | null
  nextPaymentAmount: Cents | null
  furtherTranche: boolean
}

/** The new investment; or why not, with what the screen asks next. */
export type InvestmentAdded =
  | { investmentId: string }
  | { refused: 'unavailable'; party: 'project' | 'investor' }
  | { refused: 'already-invested'; count: number; amount: Cents }
  | { refused: 'next-exceeds-amount' }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'key-reused' }

/**
 * Adds an investment with nothing received (MIV-023). Refused when project or investor is archived or unknown, and, until
 * `furtherTranche` says that it is meant, when the investor already has one in this project that is not cancelled (W-27).
 * Locks the pair, so that two admins cannot both add the first. Publishes investment.added.
 */
export function addInvestment(admin: AdminActor, input: NewInvestment): Promise<InvestmentAdded> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'add-investment', key, facts, () => add(admin, input))
}

async function add(admin: AdminActor, input: NewInvestment): Promise<InvestmentAdded> {
  const { projectId, investorId, amount, status } = input
  if (input.nextPaymentAmount !== null && input.nextPaymentAmount > amount) return { refused: 'next-exceeds-amount' }
  const today = clock.today()
  if (isAfter(input.investedOn, today)) return { refused: 'in-the-future', today }
  const party = await unavailableParty(admin, projectId, investorId)
  if (party) return { refused: 'unavailable', party }
  const already = await investedAlready(admin, projectId, investorId)
  if (already.count > 0 && !input.furtherTranche) return { refused: 'already-invested', ...already }
  const isOpen = status !== 'cancelled'
  const { id: investmentId } = await admin.tx
    .insertInto('investment')
    .values({
      investor_id: investorId,
      project_id: projectId,
      amount_cents: amount,
      status,
      invested_on: input.investedOn,
      next_payment_on: isOpen ? input.nextPaymentOn : null,
      next_payment_cents: isOpen && input.nextPaymentOn ? input.nextPaymentAmount : null,
      cancelled_on: isOpen ? null : clock.today(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'investment.added', investmentId, investorId, projectId })
  return { investmentId }
}

/**
 * Which of the two is archived or unknown, or neither. Shared locks: whoever archives one of them waits until this
 * investment stands, and then sees it.
 */
export async function unavailableParty(admin: AdminActor, projectId: string, investorId: string) {
  const project = await admin.tx
    .selectFrom('project')
    .select('archived_at')
    .where('id', '=', projectId)
    .forShare()
    .executeTakeFirst()
  if (!project || project.archived_at) return 'project'
  const investor = await admin.tx
    .selectFrom('investor')
    .select('archived_at')
    .where('id', '=', investorId)
    .forShare()
    .executeTakeFirst()
  return !investor || investor.archived_at ? 'investor' : null
}

/** What the investor has in the project already, cancelled ones aside (W-27). Locks the pair until the commit. */
export async function investedAlready(admin: AdminActor, projectId: string, investorId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${projectId}:${investorId}`}, 0))`.execute(admin.tx)
  return admin.tx
    .selectFrom('investment')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as('amount'))
    .where('project_id', '=', projectId)
    .where('investor_id', '=', investorId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow()
}
