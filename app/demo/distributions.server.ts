import { sql } from 'kysely'
import type { AdminActor } from '../platform/database.server.ts'
import type { CalendarDate } from '../values/calendar-date.ts'
import { allocate, type Cents, isPositive, usd } from '../values/money.ts'
import { instantOn, paidQuarters, type Quarter } from './days.ts'

/** What the investors' tenth of Corner Plaza earned in each of the last quarters, newest first. */
const rents = [usd('3,900'), usd('3,900'), usd('3,850'), usd('3,900'), usd('3,900')]
const notes: Record<number, string> = { 2: 'Rent of the quarter, after a repair of the lift.' }

type Share = { investorId: string; investmentId: string; received: Cents; amount: Cents }
/** One quarter's rent and what each investment got of it. */
export type PaidQuarter = Quarter & { total: Cents; shares: Share[] }

/** Pays the rent of the last five quarters out to those who had paid in, newest first. */
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
    const shares = await sharesOf(admin, projectId, quarter.paidOn, total)
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
    paid.push({ ...quarter, total, shares })
  }
  return paid
}

/** In proportion to what was received by that day; ties go by the investment's id (decisions §4). */
async function sharesOf(admin: AdminActor, projectId: string, recordDay: CalendarDate, total: Cents): Promise<Share[]> {
  const rows = await admin.tx
    .selectFrom('investment')
    .innerJoin('ledger_entry as entry', 'entry.investment_id', 'investment.id')
    .select(['investment.id', 'investor_id'])
    .select(sql<Cents>`sum(entry.amount_cents)::bigint`.as('received'))
    .where('project_id', '=', projectId)
    .where('investment.status', '<>', 'cancelled')
    .where('entry.dated_on', '<=', recordDay)
    .groupBy('investment.id')
    .orderBy('investment.id')
    .execute()
  const owners = rows.filter((row) => isPositive(row.received))
  const amounts = allocate(
    total,
    owners.map((owner) => owner.received),
  )
  return owners.map((owner, index) => {
    const amount = amounts[index]
    if (amount === undefined) throw new Error('fewer shares than owners')
    return { investorId: owner.investor_id, investmentId: owner.id, received: owner.received, amount }
  })
}
