import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'

/** Shares of a distribution that were sent in one act. `method` is null for those of before sending was recorded. */
export type Sending = {
  id: string
  on: CalendarDate
  method: PaymentMethod | null
  reference: string | null
  amount: Cents
  /** What of it moved in the currency of the distribution, in hundredths; null in dollars. */
  paidMinor: bigint | null
  shares: number
  recordedAt: Date
  recordedBy: string | null
  approvedBy: string | null
}

/** The sendings of a distribution, latest first. */
export async function sendingsOf(admin: AdminActor, distributionId: string): Promise<Sending[]> {
  const rows = await admin.tx
    .selectFrom('distribution_sending as sending')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'sending.recorded_by')
    .leftJoin('auth.sign_in_account as approver', 'approver.id', 'sending.approved_by')
    .select(['sending.id', 'sending.sent_on as on', 'sending.method', 'sending.reference'])
    .select(['sending.total_cents as amount', 'sending.recorded_at as recordedAt'])
    .select(['account.name as recordedBy', 'approver.name as approvedBy'])
    .select(
      sql<number>`(select count(*)::int from sent_share t where t.sending_id = sending.id)`.as(
        'shares',
      ),
    )
    .select(
      sql<bigint | null>`(select sum(share.paid_minor)::bigint from sent_share t
        join distribution_share share using (distribution_id, investment_id) where t.sending_id = sending.id)`.as(
        'paidMinor',
      ),
    )
    .where('sending.distribution_id', '=', distributionId)
    .orderBy('sending.sent_on', 'desc')
    .orderBy('sending.id', 'desc')
    .$narrowType<{ method: PaymentMethod | null }>()
    .execute()
  return rows
}
