import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { InvestmentStatus } from './investment.ts'
import { ownedText } from './owned.server.ts'

/** `name` is null for a missing investor. */
export type ProjectInvestor = {
  investmentId: string
  name: string | null
  email: string | null
  /** The unit or share that it owns, in words. */
  owned: string | null
  amount: Cents
  status: InvestmentStatus
  investedOn: CalendarDate
}

const mostShown = 25

/** The investments in a project, newest first, up to 25, and their number; without archived, with cancelled ones. */
export async function listProjectInvestors(
  admin: AdminActor,
  projectId: string,
): Promise<{ investors: ProjectInvestor[]; total: number }> {
  const found = admin.tx
    .selectFrom('investment')
    .where('investment.project_id', '=', projectId)
    .where('investment.archived_at', 'is', null)
  const { total } = await found
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('investor', 'investor.id', 'investment.investor_id')
    .select([
      'investment.id',
      'investor.full_name',
      'investor.email',
      'investment.amount_cents',
      'investment.status',
    ])
    .select(['investment.invested_on', ownedText('investment').as('owned')])
    .orderBy('investment.invested_on', 'desc')
    .orderBy('investment.id', 'desc')
    .limit(mostShown)
    .execute()
  const investors = rows.map((row) => ({
    investmentId: row.id,
    name: row.full_name,
    email: row.email,
    owned: row.owned,
    amount: row.amount_cents,
    status: row.status,
    investedOn: row.invested_on,
  }))
  return { investors, total: Number(total) }
}
