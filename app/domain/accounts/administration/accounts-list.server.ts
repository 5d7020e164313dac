import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { byName, foundFirst, matching } from '../../../platform/database/search.server.ts'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { shownPage } from '../../../values/list-query.ts'
import type { StaffRole } from '../../../values/staff-role.ts'
import {
  type AccountMark,
  type AccountRole,
  type AccountSort,
  type AccountStatus,
  accountMarks,
  accountRoles,
  accountStatuses,
} from '../account.ts'
import { rolesOfStaff } from '../find-account.server.ts'

/** One card of Manage Users. `joinedOn` is the investor record's day, else that of the account. */
export type ListedAccount = {
  id: string
  name: string
  email: string
  role: AccountRole
  status: AccountStatus
  verified: boolean
  hasPassword: boolean
  mailRefused: boolean
  lastSignedInAt: Date | null
  joinedOn: CalendarDate
  staffRoles: StaffRole[]
}

/** Search, filters and page: words to search, filters or null for all, the order and which page. */
export type AccountSearch = {
  q: string
  role: AccountRole | null
  status: AccountStatus | null
  mark: AccountMark | null
  /** Of staff: only accounts with this role among theirs. */
  staff: StaffRole | null
  sort: AccountSort
  page: number
}

const pageSize = 25

const marked: Record<AccountMark, ReturnType<typeof sql<SqlBool>>> = {
  never: sql<SqlBool>`account.last_signed_in_at is null`,
  unverified: sql<SqlBool>`not account.email_verified`,
  refused: sql<SqlBool>`account.refused_mail_at is not null`,
}
const joinedOn = sql<CalendarDate>`coalesce(investor.joined_on, (account.created_at at time zone 'Africa/Nairobi')::date)`

/**
 * Accounts of both roles, 25 a page, searched by name and email. `counts` says how many each filter would leave
 * given the others; a page beyond the last shows the last.
 */
export async function listAccounts(admin: AdminActor, search: AccountSearch) {
  const { page } = search
  const { kinds, ids } = await lookUp(admin, search)
  const counts = countsFor(search, kinds)
  const shown = shownPage(page, counts.total, pageSize)
  // Ids first, so that details are read for one page only.
  const onPage = inOrder(admin, search)
    .select('account.id')
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
  const rows = await shownColumns(
    accountsBy(admin).where(
      sql<SqlBool>`account.id = any(${shown === page ? sql`${ids}::uuid[]` : sql`array(${onPage})`})`,
    ),
  )
    .orderBy(orders[search.sort])
    .orderBy('account.id')
    .execute()
  return { accounts: rows.map(listed), ...counts, page: shown, pageSize }
}

function inOrder(
  admin: AdminActor,
  { role, status, mark, sort, ...found }: Omit<AccountSearch, 'page'>,
) {
  return accountsBy(admin, found)
    .$if(role !== null, (query) => query.where('account.role', '=', role ?? ''))
    .$if(status !== null, (query) => query.where('account.status', '=', status ?? ''))
    .$if(mark !== null, (query) => query.where(marked[mark ?? 'never']))
    .orderBy(orders[sort])
    .orderBy('account.id')
}

function shownColumns(found: ReturnType<typeof accountsBy>) {
  return found
    .select([
      'account.id',
      'account.name',
      'account.email',
      'account.role',
      'account.status',
      'account.email_verified',
    ])
    .select(['account.has_password', 'account.last_signed_in_at', 'account.refused_mail_at'])
    .select([joinedOn.as('joined_on'), rolesOfStaff.as('staff_roles')])
}

/** All matching ids in list order, for an export. */
export async function accountIds(
  admin: AdminActor,
  search: Omit<AccountSearch, 'page'>,
): Promise<string[]> {
  return (await inOrder(admin, search).select('account.id').execute()).map(({ id }) => id)
}

/** These accounts as the list shows them, in any order. */
export async function accountLines(admin: AdminActor, ids: string[]): Promise<ListedAccount[]> {
  return (await shownColumns(accountsBy(admin).where('account.id', 'in', ids)).execute()).map(
    listed,
  )
}

const orders: Record<AccountSort, ReturnType<typeof sql>> = {
  name: byName('account.name'),
  joined: sql`${joinedOn} desc`,
  'signed-in': sql`account.last_signed_in_at desc nulls last`,
}

type Found = Partial<Pick<AccountSearch, 'q' | 'staff'>>

function accountsBy(admin: AdminActor, { q = '', staff = null }: Found = {}) {
  return admin.tx
    .selectFrom('auth.sign_in_account as account')
    .leftJoin('investor', 'investor.user_id', 'account.id')
    .where(matching(q, ['account.name', 'account.email']))
    .$if(staff !== null, (query) =>
      query.where(sql<SqlBool>`exists (select from auth.staff
        where staff.user_id = account.id and staff.role = ${staff})`),
    )
}

type Kind = { role: AccountRole; status: AccountStatus; all: number } & Record<AccountMark, number>

/** Counts of each kind and the ids on the page, from one read of the matches. */
async function lookUp(
  admin: AdminActor,
  { q, role, status, mark, staff, sort, page }: AccountSearch,
) {
  const found = accountsBy(admin, { q, staff })
    .select([
      'account.id',
      'account.name',
      'account.role',
      'account.status',
      'account.email_verified',
    ])
    .select(['account.last_signed_in_at', 'account.refused_mail_at'])
    .$if(sort === 'joined', (query) => query.select(joinedOn.as('joined_on')))
  const condition = sql.join(
    [
      role === null ? sql`true` : sql`role = ${role}`,
      status === null ? sql`true` : sql`status = ${status}`,
      mark === null ? sql`true` : marked[mark],
    ],
    sql` and `,
  )
  const order = sort === 'joined' ? sql`account.joined_on desc` : orders[sort]
  const rows = await foundFirst(admin, found, q.trim() !== '')
    .selectFrom('found as account')
    .groupBy(['account.role', 'account.status'])
    .select(['account.role', 'account.status'])
    .select(sql<number>`count(*)::int`.as('all'))
    // Counting columns takes a quarter less than filters on all accounts.
    .select(sql<number>`(count(*) - count(account.last_signed_in_at))::int`.as('never'))
    .select(sql<number>`count(nullif(account.email_verified, true))::int`.as('unverified'))
    .select(sql<number>`count(account.refused_mail_at)::int`.as('refused'))
    .select(
      sql<
        string[]
      >`array(select account.id from found account where ${condition} order by ${order}, account.id
        limit ${pageSize} offset ${(page - 1) * pageSize})`.as('ids'),
    )
    .execute()
  return { kinds: rows as (Kind & { ids: string[] })[], ids: rows[0]?.ids ?? [] }
}

function countsFor({ role, status, mark }: AccountSearch, kinds: Kind[]) {
  const sum = (of: AccountRole | null, having: AccountStatus | null, by: AccountMark | 'all') =>
    kinds
      .filter(
        (kind) => (of === null || kind.role === of) && (having === null || kind.status === having),
      )
      .reduce((total, kind) => total + kind[by], 0)
  return {
    total: sum(role, status, mark ?? 'all'),
    roles: countEach(accountRoles, (each) => sum(each, status, mark ?? 'all')),
    statuses: countEach(accountStatuses, (each) => sum(role, each, mark ?? 'all')),
    marks: {
      all: sum(role, status, 'all'),
      ...countEach(accountMarks, (each) => sum(role, status, each)),
    },
  }
}

function countEach<Name extends string>(names: readonly Name[], count: (name: Name) => number) {
  return Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>
}

type Row = {
  id: string
  name: string
  email: string
  role: string
  status: string
  email_verified: boolean
  has_password: boolean
  last_signed_in_at: Date | null
  refused_mail_at: Date | null
  joined_on: CalendarDate
  staff_roles: StaffRole[]
}

function listed(row: Row): ListedAccount {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as AccountRole,
    status: row.status as AccountStatus,
    verified: row.email_verified,
    hasPassword: row.has_password,
    mailRefused: row.refused_mail_at !== null,
    lastSignedInAt: row.last_signed_in_at,
    joinedOn: row.joined_on,
    staffRoles: row.staff_roles,
  }
}
