import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName, foundFirst, matching } from '../../platform/database/search.server.ts'
import { folded } from '../../values/folded.ts'
import { isId } from '../../values/id.ts'
import { mostSuggested } from '../../values/list-query.ts'
import type { StaffRole } from '../../values/staff-role.ts'
import { normalizeText } from '../../values/typed-text.ts'
import type { AccountRole, AccountStatus } from './account.ts'

/** `investorId` is null without an investor record. */
export type KnownAccount = {
  id: string
  name: string
  email: string
  role: AccountRole
  status: AccountStatus
  verified: boolean
  hasPassword: boolean
  hasSecondFactor: boolean
  investorId: string | null
  staffRoles: StaffRole[]
}

/** One account, or null when the id is unknown. */
export async function findAccount(admin: AdminActor, id: string): Promise<KnownAccount | null> {
  if (!isId(id)) return null
  const row = await accounts(admin).where('account.id', '=', id).executeTakeFirst()
  return row ? known(row) : null
}

/** The account; or none, several, or an imported investor without an account. */
export type Resolved =
  | { account: KnownAccount }
  | { refused: 'nobody' | 'several' }
  | { refused: 'no-account'; investor: { id: string; name: string; email: string } }

/** Finds an account by its id or its investor's id, else by exact email, else by a unique name, ignoring case. */
export async function resolveAccount(admin: AdminActor, typed: string): Promise<Resolved> {
  // PostgreSQL text cannot hold NUL characters.
  const words = normalizeText(typed)
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toLowerCase()
  const rows = isId(words) ? await byId(admin, words) : await byWords(admin, words)
  const [row, another] = rows
  if (another) return { refused: 'several' }
  if (row) return { account: known(row) }
  const investor = await admin.tx
    .selectFrom('investor')
    .select(['id', 'full_name as name', 'email'])
    .where(isId(words) ? 'id' : 'email', '=', words)
    .where('user_id', 'is', null)
    .executeTakeFirst()
  return investor ? { refused: 'no-account', investor } : { refused: 'nobody' }
}

/** At most twenty accounts for a picker, by name; or the one with this id. */
export async function suggestAccounts(
  admin: AdminActor,
  q: string,
): Promise<{ id: string; name: string; email: string }[]> {
  const found = suggestible(admin, q).select(['account.id', 'account.name', 'account.email'])
  return foundFirst(admin, found, q.trim() !== '')
    .selectFrom('found')
    .select(['id', 'name', 'email'])
    .orderBy(byName('found.name'))
    .orderBy('id')
    .limit(mostSuggested)
    .execute()
}

/** How many accounts match, including those a picker does not show. */
export async function countSuggestibleAccounts(admin: AdminActor, q: string): Promise<number> {
  const { count } = await suggestible(admin, q)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function suggestible(admin: AdminActor, q: string) {
  const words = q.trim().toLowerCase()
  return admin.tx
    .selectFrom('auth.sign_in_account as account')
    .where(
      isId(words)
        ? sql<boolean>`account.id = ${words}`
        : matching(q, ['account.name', 'account.email']),
    )
}

/** The roles of each row's `account`. */
export const rolesOfStaff = sql<
  StaffRole[]
>`array(select staff.role from auth.staff where staff.user_id = account.id)`

function byId(admin: AdminActor, id: string) {
  return accounts(admin)
    .where((row) => row.or([row('account.id', '=', id), row('investor.id', '=', id)]))
    .execute()
}

function byWords(admin: AdminActor, words: string) {
  return accounts(admin)
    .where(
      words.includes('@') ? 'account.email' : 'account.name_search',
      '=',
      words.includes('@') ? words : folded(words),
    )
    .limit(2)
    .execute()
}

function accounts(admin: AdminActor) {
  return admin.tx
    .selectFrom('auth.sign_in_account as account')
    .leftJoin('investor', 'investor.user_id', 'account.id')
    .select([
      'account.id',
      'account.name',
      'account.email',
      'account.role',
      'account.status',
      'account.email_verified',
    ])
    .select(['account.has_password', 'account.has_second_factor', 'investor.id as investor_id'])
    .select(rolesOfStaff.as('staff_roles'))
}

type Row = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

function known(row: Row): KnownAccount {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role as AccountRole,
    status: row.status as AccountStatus,
    verified: row.email_verified,
    hasPassword: row.has_password,
    hasSecondFactor: row.has_second_factor,
    investorId: row.investor_id,
    staffRoles: row.staff_roles,
  }
}
