import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import { sumPaidMinor } from '../../values/exchange-rate.ts'
import { type Cents, sum } from '../../values/money.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'
import { lockProjectOf } from './lock-project.server.ts'

/** `left` names the investments whose share stays unsent; `seen` is how many were unsent when the form was opened. */
export type SendDistributionInput = {
  key: string
  distributionId: string
  sentOn: CalendarDate
  method: PaymentMethod
  reference: string | null
  left: string[]
  seen: number
}

export type DistributionSent =
  | { sendingId: string; shares: number; left: number; amount: string; paidMinor?: string | null }
  | { refused: 'not-found' | 'voided' | 'all-sent' | 'none-chosen' | 'sent-since' | 'key-reused' }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-record-date'; datedOn: CalendarDate }

/**
 * Says that the unsent shares of a distribution were sent, without those that are left; from that day they count as returns.
 * Refused before its record date, in the future, for a voided one, and when others were sent since the form was opened.
 * Locks the project. Publishes distribution.sent.
 */
export function sendDistribution(
  admin: AdminActor,
  input: SendDistributionInput,
): Promise<DistributionSent> {
  const { key, left, ...facts } = input
  return exactlyOnce(
    admin,
    'send-distribution',
    key,
    { ...facts, left: left.toSorted().join() },
    () => send(admin, input),
  )
}

async function send(
  admin: AdminActor,
  { distributionId, sentOn, method, reference, left, seen }: SendDistributionInput,
): Promise<DistributionSent> {
  const found = await lockProjectOf(admin, distributionId)
  if (!found) return { refused: 'not-found' }
  const { projectId, datedOn, isVoided } = found
  if (isVoided) return { refused: 'voided' }
  if (isAfter(sentOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(sentOn, datedOn)) return { refused: 'before-record-date', datedOn }
  const unsent = await unsentShares(admin, distributionId)
  if (unsent.length === 0) return { refused: 'all-sent' }
  const isUnsent = new Set(unsent.map(({ investmentId }) => investmentId))
  if (unsent.length !== seen || !left.every((id) => isUnsent.has(id)))
    return { refused: 'sent-since' }
  const stays = new Set(left)
  const chosen = unsent.filter(({ investmentId }) => !stays.has(investmentId))
  if (chosen.length === 0) return { refused: 'none-chosen' }
  const amount = sum(chosen.map((share) => share.amount))
  const { id: sendingId } = await admin.tx
    .insertInto('distribution_sending')
    .values({
      distribution_id: distributionId,
      sent_on: sentOn,
      method,
      reference,
      total_cents: amount,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into sent_share (distribution_id, investment_id, sending_id)
    select ${distributionId}, investment_id, ${sendingId}
    from unnest(${chosen.map(({ investmentId }) => investmentId)}::uuid[]) as investment_id`.execute(
    admin.tx,
  )
  await publish(admin, { kind: 'distribution.sent', sendingId, distributionId, projectId })
  const paidMinor = sumPaidMinor(chosen)?.toString() ?? null
  return { sendingId, shares: chosen.length, left: stays.size, amount: String(amount), paidMinor }
}

export type UnsentShare = {
  investmentId: string
  investor: { name: string; email: string }
  amount: Cents
  paidMinor: bigint | null
}

/** The shares of a distribution that were not sent, largest first. */
export async function unsentShares(
  admin: AdminActor,
  distributionId: string,
): Promise<UnsentShare[]> {
  const rows = await admin.tx
    .selectFrom('distribution_share as share')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select(['share.investment_id', 'share.amount_cents', 'share.paid_minor'])
    .select(['investor.full_name', 'investor.email'])
    .where('share.distribution_id', '=', distributionId)
    .where(
      sql<boolean>`not exists (select from sent_share t where t.distribution_id = share.distribution_id
        and t.investment_id = share.investment_id)`,
    )
    .orderBy('share.amount_cents', 'desc')
    .orderBy('share.investment_id')
    .execute()
  return rows.map((row) => ({
    investmentId: row.investment_id,
    investor: { name: row.full_name, email: row.email },
    amount: row.amount_cents,
    paidMinor: row.paid_minor,
  }))
}
