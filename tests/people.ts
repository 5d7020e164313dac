import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import {
  type AdminActor,
  type InvestorActor,
  transact,
} from '../app/platform/database/database.server.ts'
import { calendarDate } from '../app/values/calendar-date.ts'
import type { Cents } from '../app/values/money.ts'
import type { Permission, StaffRole } from '../app/values/staff-role.ts'
import { asSuperuser } from './database.ts'

export const password = 'quarry-lantern-47'
/** With the least of memory and passes: a hash states how it is verified, and the product's own is slow on purpose. */
const passwordHash = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })

type Account = { userId: string; email: string; name: string }
export type Person = Account & { investorId: string }

async function anAccount(
  role: 'admin' | 'investor',
  name: string,
  status: string,
  staffRoles: readonly StaffRole[] = [],
): Promise<Account> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${randomUUID().slice(0, 8)}@example.com`
  const userId = await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      `insert into auth."user" (name, email, role, status, "emailVerified") values ($1, $2, $3, $4, true) returning id`,
      [name, email, role, status],
    )
    const id = rows[0]?.id ?? ''
    await client.query(
      `insert into auth.account ("accountId", "providerId", "userId", password) values ($1, 'credential', $2, $3)`,
      [id, id, passwordHash],
    )
    await client.query(
      'insert into auth.staff_role (user_id, role) select $1, unnest($2::text[])',
      [id, staffRoles],
    )
    return id
  })
  return { userId, email, name }
}

/** An administrator who can sign in: an owner, who may do everything. */
export function anAdmin(name = 'Amina Yusuf'): Promise<Account> {
  return aStaffMember(['owner'], name)
}

/** A member of staff with these roles, who can sign in. */
export function aStaffMember(
  roles: readonly StaffRole[],
  name = `${roles.join(' ')} of the office`,
): Promise<Account> {
  return anAccount('admin', name, 'active', roles)
}

/** What an owner may do. */
export const allPermissions: readonly Permission[] = [
  'read-money',
  'read-all',
  'users',
  'settings',
  'projects',
  'distributions',
  'approvals',
  'requests',
  'transactions',
  'payments',
  'investors',
  'documents',
  'notifications',
  'inquiries',
]

/** An investor with an account that can sign in, unless another status is said. */
export async function anInvestor(name = 'Jama Warsame', status = 'active'): Promise<Person> {
  const account = await anAccount('investor', name, status)
  const investorId = await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      'insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, $3, $4) returning id',
      [account.userId, account.email, name, '2025-01-15'],
    )
    return rows[0]?.id ?? ''
  })
  return { ...account, investorId }
}

/** A published project. */
export function aProject(
  name = 'Twin Towers Muthaiga',
  { published = true } = {},
): Promise<string> {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      `insert into app.project (slug, name, location, total_value_cents, started_on, published)
       values ($1, $2, 'Nairobi', 100000000, '2025-01-01', $3) returning id`,
      [`p-${randomUUID()}`, name, published],
    )
    return rows[0]?.id ?? ''
  })
}

type Offering = { minimum?: Cents; target?: Cents; units?: number; unitPrice?: Cents }

/** A published project that says what it offers. */
export async function anOffer(
  { minimum, target, units, unitPrice }: Offering,
  name = 'Pier House',
) {
  const projectId = await aProject(name)
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ slug: string }>(
      `update app.project set minimum_cents = $2, target_cents = $3, units = $4, unit_price_cents = $5
       where id = $1 returning slug`,
      [projectId, minimum ?? null, target ?? null, units ?? null, unitPrice ?? null],
    )
    return { projectId, slug: rows[0]?.slug ?? '' }
  })
}

/** A pending investment of this amount, dated 1 February 2026. */
export function anInvestment(
  investorId: string,
  projectId: string,
  amount: Cents,
): Promise<string> {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on)
       values ($1, $2, $3, '2026-02-01') returning id`,
      [investorId, projectId, amount],
    )
    return rows[0]?.id ?? ''
  })
}

/** Runs a domain function as this administrator, in its own transaction. */
export function as<Result>(
  { userId }: Account,
  work: (admin: AdminActor) => Promise<Result>,
): Promise<Result> {
  return transact({ role: 'admin', userId }, work)
}

/** Runs a domain function as this investor, in its own transaction. */
export function asPerson<Result>(
  person: Person,
  work: (investor: InvestorActor) => Promise<Result>,
): Promise<Result> {
  return transact({ role: 'investor', userId: person.userId, investorId: person.investorId }, work)
}

/** A day written in a test. */
export const day = calendarDate

type Paper = {
  title: string
  type?: string
  about?: string
  projectId?: string
  investorId?: string
  at?: string
}

/** A document of 4.2 MB that is listed; its file has no bytes, so it cannot be downloaded. Gives its id. */
export function aDocument({
  title,
  type = 'legal',
  about,
  projectId,
  investorId,
  at,
}: Paper): Promise<string> {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const file = await client.query<{ id: string }>(
      `insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($1, 'paper.pdf', 'application/pdf', 4200000, encode(sha256(convert_to($1, 'UTF8')), 'hex')) returning id`,
      [randomUUID()],
    )
    const { rows } = await client.query<{ id: string }>(
      `insert into app.document (title, document_type, description, project_id, investor_id, file_id, uploaded_at)
       values ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, now())) returning id`,
      [
        title,
        type,
        about ?? null,
        projectId ?? null,
        investorId ?? null,
        file.rows[0]?.id,
        at ?? null,
      ],
    )
    return rows[0]?.id ?? ''
  })
}
