import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import { type Cents, zero } from '../../values/money.ts'
import type { InvestorStatus } from './investor.ts'

/** One row of Manage Investors. `totalInvested` covers investments that are not cancelled (decisions §4). */
export type ListedInvestor = {
  id: string
  userId: string | null
  fullName: string
  email: string
  phone: string | null
  status: InvestorStatus
  joinedOn: CalendarDate
  totalInvested: Cents
  lastSignedInAt: Date | null
}

/** What the list is asked for: words to search, a status or all, and which page. */
export type InvestorSearch = { q: string; status: InvestorStatus | null; page: number }

const pageSize = 25

/**
 * The status of an investor, in a query that joins their account as `account`: the account decides, and one without has
 * a status of their own (decisions §2).
 */
export const statusNow = sql<InvestorStatus>`coalesce(account.status, investor.own_status)`

/**
 * Investors by name, a page of 25, searched by name, e-mail and phone (MIN-001, MIN-002). `total` counts what search and
 * status leave, `counts` what the search leaves in each status. A page past the last is the last.
 */
export async function listInvestors(admin: AdminActor, { q, status, page }: InvestorSearch) {
  const found = admin.tx
    .selectFrom('investor')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .where('investor.archived_at', 'is', null)
    .where(matching(q, ['investor.full_name', 'investor.email', 'investor.phone']))
  const counted = await found
    .groupBy(statusNow)
    .select((row) => [statusNow.as('status'), row.fn.countAll<bigint>().as('count')])
    .execute()
  const counts = { active: 0, pending: 0, inactive: 0 }
  for (const row of counted) counts[row.status] = Number(row.count)
  const total = status === null ? counts.active + counts.pending + counts.inactive : counts[status]
  const shown = shownPage(page, total, pageSize)
  const rows = await found
    .$if(status !== null, (query) => query.where(statusNow, '=', status))
    .select([
      'investor.id',
      'investor.user_id',
      'investor.full_name',
      'investor.email',
      'investor.phone',
      'investor.joined_on',
      'account.last_signed_in_at',
    ])
    .select(statusNow.as('status'))
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
    .offset((shown - 1) * pageSize)
    .execute()
  const investors = rows.map(
    (row): ListedInvestor => ({
      id: row.id,
      userId: row.user_id,
      fullName: row.full_name,
      email: row.email,
      phone: row.phone,
      status: row.status,
      joinedOn: row.joined_on,
      totalInvested: row.total_invested ?? zero,
      lastSignedInAt: row.last_signed_in_at,
    }),
  )
  return { investors, total, counts, page: shown, pageSize }
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

/** Whether this is an investor one may write to: there, and not archived. */
export async function isInvestor(admin: AdminActor, id: string): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The account of an investor, to whom mail can go; null without one. For reactions. */
export async function accountOf(actor: Actor, investorId: string): Promise<string | null> {
  const found = await actor.tx.selectFrom('investor').select('user_id').where('id', '=', investorId).executeTakeFirst()
  return found?.user_id ?? null
}
