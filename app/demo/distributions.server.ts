import {
  type DistributionShare,
  splitDistribution,
} from '../domain/distributions/record-distribution.server.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { type Cents, usd } from '../values/money.ts'
import { instantOn, paidQuarters, type Quarter } from './days.ts'

/** Amounts for the investors' tenth of Corner Plaza, newest first. */
const rents = [usd('3,900'), usd('3,900'), usd('3,850'), usd('3,900'), usd('3,900')]
const notes: Record<number, string> = { 2: 'Rent of the quarter, after a repair of the lift.' }

export type PaidQuarter = Quarter & { total: Cents; shares: DistributionShare[] }

/** Distributes the rent of the last five quarters, newest first. */
export async function addDistributions(
  admin: AdminActor,
  adminId: string,
  projectId: string,
  today: CalendarDate,
): Promise<PaidQuarter[]> {
  const paid: PaidQuarter[] = []
  for (const [index, quarter] of paidQuarters(today, rents.length).entries()) {
    const total = rents[index]
    if (!total) continue
    const note = notes[index] ?? `Rent for ${quarter.name}.`
    const shares = await splitDistribution(admin, {
      projectId,
      datedOn: quarter.paidOn,
      total,
      paid: null,
    })
    if (!shares) continue
    const { id } = await admin.tx
      .insertInto('distribution')
      .values({
        project_id: projectId,
        total_cents: total,
        dated_on: quarter.paidOn,
        note,
        recorded_by: adminId,
        recorded_at: instantOn(quarter.paidOn, 120),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await admin.tx
      .insertInto('distribution_share')
      .values(
        shares.map(({ investmentId, amount }) => ({
          distribution_id: id,
          investment_id: investmentId,
          amount_cents: amount,
        })),
      )
      .execute()
    await sendAll(admin, { adminId, id, quarter, total, shares })
    paid.push({ ...quarter, total, shares })
  }
  return paid
}

type Sent = Pick<PaidQuarter, 'total' | 'shares'> & {
  adminId: string
  id: string
  quarter: Quarter
}

async function sendAll(admin: AdminActor, { adminId, id, quarter, total, shares }: Sent) {
  const sending = await admin.tx
    .insertInto('distribution_sending')
    .values({
      distribution_id: id,
      sent_on: quarter.paidOn,
      method: 'bank-transfer',
      total_cents: total,
      recorded_by: adminId,
      recorded_at: instantOn(quarter.paidOn, 130),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admin.tx
    .insertInto('sent_share')
    .values(
      shares.map(({ investmentId }) => ({
        distribution_id: id,
        investment_id: investmentId,
        sending_id: sending.id,
      })),
    )
    .execute()
}
