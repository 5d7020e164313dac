import { type SqlBool, sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { byName, foundFirst, matching } from '../../platform/database/search.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { mostSuggested, shownPage } from '../../values/list-query.ts'
import { type Cents, zero } from '../../values/money.ts'
import type { InvestorOrder, InvestorStatus, SignInState } from './investor.ts'

/** `totalInvested` excludes cancelled investments. */
export type ListedInvestor = {
  id: string
  userId: string | null
  fullName: string
  email: string
  phone: string | null
  status: InvestorStatus
  signIn: SignInState
  joinedOn: CalendarDate
  totalInvested: Cents
  lastSignedInAt: Date | null
  isArchived: boolean
}

export type InvestorSearch = {
  q: string
  status: InvestorStatus | 'archived' | null
  order: InvestorOrder
  page: number
}

const pageSize = 25

const orders = {
  name: sql`${byName('investor.full_name')}, investor.id`,
  newest: sql`investor.joined_on desc, investor.id desc`,
  oldest: sql`investor.joined_on, investor.id`,
} satisfies Record<InvestorOrder, unknown>

/** The account's status, else the record's own, in a query that joins the account as `account`. */
export const statusNow = sql<InvestorStatus>`coalesce(account.status, investor.own_status)`

/** The account's sign-in state, in a query that joins it as `account`. */
export const signInNow = sql<SignInState>`case
  when account.id is null then 'no-auth-account'
  when account.email <> investor.email or account.identity_email is distinct from account.email then 'email-mismatch'
  when account.email_verified then 'verified' else 'unverified' end`

/**
 * Investors by name, 25 a page, by name, email and phone. `total` is of the filter, `counts` by
 * status and archived. A page beyond the last shows the last.
 */
export async function listInvestors(admin: AdminActor, search: InvestorSearch) {
  const { q, status, order, page } = search
  const { counts, ids } =
    q.trim() === ''
      ? { counts: await countInvestors(admin), ids: null }
      : await lookUp(admin, search)
  const total = status === null ? counts.active + counts.pending + counts.inactive : counts[status]
  const shown = shownPage(page, total, pageSize)
  // Ids first, so that details are read for one page only.
  const onPage = idsInOrder(admin, search)
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  const rows = await shownColumns(admin)
    .where(
      sql<SqlBool>`investor.id = any(${shown === page && ids ? sql`${ids}::uuid[]` : sql`array(${onPage})`})`,
    )
    .orderBy(orders[order])
    .execute()
  return { investors: rows.map(listed), total, counts, page: shown, pageSize }
}

function idsInOrder(admin: AdminActor, { q, status, order }: Omit<InvestorSearch, 'page'>) {
  const ofStatus = status === 'archived' ? null : status
  const found = named(admin, q)
    .$if(ofStatus !== null, (query) => query.where(isOf(ofStatus ?? 'active')))
    .where('investor.archived_at', status === 'archived' ? 'is not' : 'is', null)
    .select(['investor.id', 'investor.full_name', 'investor.joined_on'])
  return foundFirst(admin, found, q.trim() !== '')
    .selectFrom('found as investor')
    .select('investor.id')
    .orderBy(orders[order])
}

/** All matching ids in list order, for an export. */
export async function investorIds(
  admin: AdminActor,
  search: Omit<InvestorSearch, 'page'>,
): Promise<string[]> {
  return (await idsInOrder(admin, search).execute()).map(({ id }) => id)
}

/** These investors as the list shows them, in any order. */
export async function investorLines(admin: AdminActor, ids: string[]): Promise<ListedInvestor[]> {
  return (await shownColumns(admin).where('investor.id', 'in', ids).execute()).map(listed)
}

function shownColumns(admin: AdminActor) {
  return admin.tx
    .selectFrom('investor')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select([
      'investor.id',
      'investor.user_id',
      'investor.full_name',
      'investor.email',
      'investor.phone',
    ])
    .select(['investor.joined_on', 'investor.archived_at', 'account.last_signed_in_at'])
    .select([statusNow.as('status'), signInNow.as('sign_in')])
    .select((row) =>
      row
        .selectFrom('investment')
        .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as('total'))
        .whereRef('investment.investor_id', '=', 'investor.id')
        .where('investment.status', '<>', 'cancelled')
        .as('total_invested'),
    )
}

type Row = {
  id: string
  user_id: string | null
  full_name: string
  email: string
  phone: string | null
  joined_on: CalendarDate
  archived_at: Date | null
  last_signed_in_at: Date | null
  status: InvestorStatus
  sign_in: SignInState
  total_invested: Cents | null
}

function listed(row: Row): ListedInvestor {
  return {
    id: row.id,
    userId: row.user_id,
    fullName: row.full_name,
    email: row.email,
    phone: row.phone && shownPhone(row.phone),
    status: row.status,
    signIn: row.sign_in,
    joinedOn: row.joined_on,
    totalInvested: row.total_invested ?? zero,
    lastSignedInAt: row.last_signed_in_at,
    isArchived: row.archived_at !== null,
  }
}

const named = (admin: AdminActor, q: string) =>
  admin.tx.selectFrom('investor').where(matchingInvestors(q))

/** The investors matching a name, email or phone number, for queries of `investor`. */
function matchingInvestors(q: string) {
  return matching(q, ['investor.full_name', 'investor.email'], ['investor.phone'])
}

/** Few accounts are inactive or pending, so these are looked up. */
function isOf(status: InvestorStatus) {
  const odd =
    status === 'active'
      ? sql`investor.user_id not in (select id from auth.account_status where status <> 'active')`
      : sql`investor.user_id in (select id from auth.account_status where status = ${status})`
  return sql<SqlBool>`(${odd} or (investor.user_id is null and investor.own_status = ${status}))`
}

/** Counts by status and archived, with the ids on the page, from one read of the matches. */
async function lookUp(admin: AdminActor, { q, status, order, page }: InvestorSearch) {
  const kind = sql<
    InvestorStatus | 'archived'
  >`case when investor.archived_at is not null then 'archived'
    when investor.user_id is null then investor.own_status
    else coalesce(odd.status, 'active') end`
  const found = named(admin, q)
    .leftJoin('auth.account_status as odd', (join) =>
      join.onRef('odd.id', '=', 'investor.user_id').on('odd.status', '<>', 'active'),
    )
    .select(['investor.id', 'investor.full_name', 'investor.joined_on', kind.as('kind')])
  const statusCondition = status === null ? sql`kind <> 'archived'` : sql`kind = ${status}`
  const countOf = (kind: InvestorStatus | 'archived') =>
    sql<number>`(count(*) filter (where kind = ${kind}))::int`.as(kind)
  const { ids, ...counts } = await foundFirst(admin, found)
    .selectFrom('found as investor')
    .select([countOf('active'), countOf('pending'), countOf('inactive'), countOf('archived')])
    .select(
      sql<
        string[]
      >`array(select investor.id from found investor where ${statusCondition} order by ${orders[order]}
        limit ${pageSize} offset ${(page - 1) * pageSize})`.as('ids'),
    )
    .executeTakeFirstOrThrow()
  return { counts, ids }
}

/** Counts by status and archived. The few accounts that are not active are counted, and the rest are active. */
export async function countInvestors(
  admin: AdminActor,
): Promise<Record<InvestorStatus | 'archived', number>> {
  const open = admin.tx.selectFrom('investor').where('investor.archived_at', 'is', null)
  const count = sql<number>`count(*)::int`.as('count')
  const [all, archived, odd, own] = await Promise.all([
    open.select(count).executeTakeFirstOrThrow(),
    admin.tx
      .selectFrom('investor')
      .where('archived_at', 'is not', null)
      .select(count)
      .executeTakeFirstOrThrow(),
    open
      .innerJoin('auth.account_status as odd', 'odd.id', 'investor.user_id')
      .where('odd.status', '<>', 'active')
      .groupBy('odd.status')
      .select(['odd.status', count])
      .execute(),
    open
      .where('investor.user_id', 'is', null)
      .groupBy('investor.own_status')
      .select(['investor.own_status as status', count])
      .execute(),
  ])
  const counts = { pending: 0, inactive: 0, active: 0 }
  for (const { status, count } of [...odd, ...own]) counts[status as InvestorStatus] += count
  const active = all.count - counts.pending - counts.inactive
  return { ...counts, active, archived: archived.count }
}

/** At most twenty matching investors for a picker, by name. */
export async function suggestInvestors(
  admin: AdminActor,
  q: string,
): Promise<{ id: string; name: string; email: string }[]> {
  const found = suggestible(admin, q).select(['id', 'full_name as name', 'email'])
  return foundFirst(admin, found, q.trim() !== '')
    .selectFrom('found')
    .select(['id', 'name', 'email'])
    .orderBy(byName('found.name'))
    .limit(mostSuggested)
    .execute()
}

/** The number of matching investors, including those a picker does not show. */
export async function countSuggestibleInvestors(admin: AdminActor, q: string): Promise<number> {
  if (q.trim() === '') {
    const { archived: _, ...open } = await countInvestors(admin)
    return open.active + open.pending + open.inactive
  }
  const { count } = await suggestible(admin, q)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function suggestible(admin: AdminActor, q: string) {
  return admin.tx
    .selectFrom('investor')
    .where('archived_at', 'is', null)
    .where(matchingInvestors(q))
}

/** Whether this investor exists and is not archived. */
export async function isInvestor(admin: AdminActor, id: string): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** The account of an investor; null without one. For reactions. */
export async function accountOf(actor: Actor, investorId: string): Promise<string | null> {
  const found = await actor.tx
    .selectFrom('investor')
    .select('user_id')
    .where('id', '=', investorId)
    .executeTakeFirst()
  return found?.user_id ?? null
}
