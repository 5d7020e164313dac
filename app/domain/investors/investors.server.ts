import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, zero } from '../../values/money.ts'
import type { InvestorStatus } from './investor.ts'

/** One row of Manage Investors. `totalInvested` covers investments that are not cancelled (decisions §4). */
export type ListedInvestor = {
  id: string
  fullName: string
  email: string
  phone: string | null
  status: InvestorStatus
  joinedOn: CalendarDate
  totalInvested: Cents
  lastSignedInAt: Date | null
}

/** What a list is asked for: words to search, and which page. */
export type InvestorSearch = { q: string; page: number }

const pageSize = 25

/** Investors by name, a page of 25, searched by name, e-mail and phone (MIN-001, MIN-002); `total` counts all matches. */
export async function listInvestors(admin: AdminActor, { q, page }: InvestorSearch) {
  const found = admin.tx
    .selectFrom('investor')
    .where('investor.archived_at', 'is', null)
    .where(matching(q, ['investor.full_name', 'investor.email', 'investor.phone']))
  const { total } = await found.select((row) => row.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select([
      'investor.id',
      'investor.full_name',
      'investor.email',
      'investor.phone',
      'investor.joined_on',
      'account.last_signed_in_at',
    ])
    .select(sql<InvestorStatus>`coalesce(account.status, investor.own_status)`.as('status'))
    .select((row) =>
      row
        .selectFrom('investment')
        .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
        .whereRef('investment.investor_id', '=', 'investor.id')
        .where('investment.status', '<>', 'cancelled')
        .as('total_invested'),
    )
    .orderBy('investor.full_name')
    .orderBy('investor.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const investors = rows.map(
    (row): ListedInvestor => ({
      id: row.id,
      fullName: row.full_name,
      email: row.email,
      phone: row.phone,
      status: row.status,
      joinedOn: row.joined_on,
      totalInvested: row.total_invested ?? zero,
      lastSignedInAt: row.last_signed_in_at,
    }),
  )
  return { investors, total: Number(total), pageSize }
}

/** Names for a picker, by name: at most twenty that match what was typed (MIV-043). */
export async function suggestInvestors(
  admin: AdminActor,
  q: string,
): Promise<{ id: string; name: string; email: string }[]> {
  return admin.tx
    .selectFrom('investor')
    .select(['id', 'full_name as name', 'email'])
    .where('archived_at', 'is', null)
    .where(matching(q, ['investor.full_name', 'investor.email']))
    .orderBy('full_name')
    .limit(20)
    .execute()
}
