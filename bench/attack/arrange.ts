import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Who } from '../../tests/access-matrix.ts'
import type { Parts } from '../../tests/access-requests.ts'
import { giveEarlierFile, partsOf } from '../../tests/access-rows.ts'
import type { Insert } from '../../tests/database/rows-of-a-plan.ts'
import { insertOneOfEverything } from '../../tests/database/rows-of-everything.ts'
import { inDatabaseOf } from '../running-database.ts'
import type { RunningServer } from '../running-server.ts'
import { administrator, signIn } from '../sign-in.ts'

/** What one investor alone may read: a name, a house and with it a title, and an amount, as pages and data write it. */
export const markers = ['Zainab Farole', 'Quiet Harbour House', '76,543.21', '7654321']

/** The product that is attacked: where it answers, who is signed in, and what the addresses of the matrix name. */
export type Target = {
  address: string
  dataDir: string
  parts: Parts
  cookies: Record<Who, string | null>
}

const names = {
  investor: ['Zainab Farole', 'active'],
  another: ['Ben Otieno', 'active'],
  inactive: ['Leyla Noor', 'active'],
  held: ['Halima Diriye', 'active'],
  pending: ['Pending Person', 'pending'],
  admin: ['Somebody of the Office', 'active'],
  cashier: ['A Cashier', 'active'],
  support: ['A Helper', 'active'],
  auditor: ['An Auditor', 'active'],
} as const
type Name = keyof typeof names
/** Roles of staff that may do only a part of what an owner may. */
export const narrowRoles = ['cashier', 'support', 'auditor'] as const
export type NarrowRole = (typeof narrowRoles)[number]
const staffRoleOf = (name: Name) =>
  name === 'admin' ? 'owner' : (narrowRoles.find((role) => role === name) ?? null)
/** `stage` tells the people of one planting from those of another. */
export const emailOf = (name: Name, stage = '') => `${name}${stage}@attack.example.com`

/** Plants an investor who has one of everything next to others who have nothing, and signs all of them in. */
export async function arrange({ address, dataDir }: RunningServer): Promise<Target> {
  const parts = await inDatabaseOf(dataDir, (client) => plant(client, dataDir))
  const inactive = await signIn(address, emailOf('inactive'))
  const held = await signIn(address, emailOf('held'))
  const admin = await signIn(address, administrator)
  const [investor, another] = [
    await signIn(address, emailOf('investor')),
    await signIn(address, emailOf('another')),
  ]
  const cookies = { guest: null, inactive, held, investor, another, admin, viewing: admin }
  await inDatabaseOf(dataDir, async (client) => {
    await client.query(`update auth."user" set status = 'inactive' where email = $1`, [
      emailOf('inactive'),
    ])
    await client.query('update auth."user" set must_change_password = true where email = $1', [
      emailOf('held'),
    ])
  })
  return { address, dataDir, parts, cookies }
}

/** Who acts in a stage of the fuzzer, each with their own session. */
export type BroadRole = 'guest' | 'another' | 'investor' | 'admin'
export type Role = BroadRole | NarrowRole
/** People and rows that one stage may use up: the same as were planted first, for no one else. */
export type Stage = { name: string; parts: Parts; cookies: Record<Role, string | null> }

let stages = 0
export async function setStage({ address, dataDir }: Target): Promise<Stage> {
  stages += 1
  const name = `-${stages}`
  const parts = await inDatabaseOf(dataDir, async (client) => {
    // An administrator of the stage before may have asked everyone for a second factor.
    await client.query("update app.installation set second_factor_roles = '{}'")
    for (const role of ['admin', ...narrowRoles] as const) await plantPerson(client, role, name)
    return plant(client, dataDir, name)
  })
  const signedIn = (who: Name) => signIn(address, emailOf(who, name))
  const cookies = {
    guest: null,
    another: await signedIn('another'),
    investor: await signedIn('investor'),
    admin: await signedIn('admin'),
    cashier: await signedIn('cashier'),
    support: await signedIn('support'),
    auditor: await signedIn('auditor'),
  }
  return { name, parts, cookies }
}

/** The session of someone new, for what may end it or give them another password. */
export async function newSession(
  { address, dataDir }: Target,
  role: Exclude<Role, 'guest'>,
): Promise<string> {
  stages += 1
  const name = `-${stages}`
  await inDatabaseOf(dataDir, (client) => plantPerson(client, role, name))
  return signIn(address, emailOf(role, name))
}

async function plantPerson(client: pg.Client, name: Name, stage: string) {
  const [fullName, status] = names[name]
  const email = emailOf(name, stage)
  const staffRole = staffRoleOf(name)
  const insert = async (statement: string, ...values: unknown[]) =>
    (await client.query<{ id: string }>(statement, values)).rows[0]?.id ?? ''
  const userId = await insert(
    `insert into auth."user" (name, email, role, status, "emailVerified") values ($1, $2, $3, $4, true) returning id`,
    fullName,
    email,
    staffRole ? 'admin' : 'investor',
    status,
  )
  await insert(
    `insert into auth.account ("accountId", "providerId", "userId", password)
     select $1::text, 'credential', $1::text::uuid, a.password from auth.account a join auth."user" u on u.id = a."userId"
     where u.email = $2`,
    userId,
    administrator,
  )
  if (staffRole) {
    await client.query('insert into auth.staff_role (user_id, role) values ($1, $2)', [
      userId,
      staffRole,
    ])
    return { userId, investorId: '' }
  }
  const investorId = await insert(
    "insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, $3, '2025-01-15') returning id",
    userId,
    email,
    fullName,
  )
  return { userId, investorId }
}

type Change = (statement: string, values?: unknown[]) => Promise<unknown>

/** A figure that occurs nowhere else, with a plan that comes to it. */
async function raise(change: Change, investorId: string) {
  const figure = 7654321
  await change('update app.investment set amount_cents = $2 where investor_id = $1', [
    investorId,
    figure,
  ])
  await change(
    `insert into app.payment_plan (investment_id, version, amount_cents, agreed_on, reason)
     select id, plan_version + 1, amount_cents, invested_on, 'Raised' from app.investment
     where investor_id = $1 and plan_version is not null`,
    [investorId],
  )
  await change(
    `insert into app.plan_line (plan_id, position, amount_cents, due_on)
     select p.id, 1, p.amount_cents, '2030-01-31' from app.payment_plan p join app.investment i on i.id = p.investment_id
     where i.investor_id = $1 and p.version = i.plan_version + 1`,
    [investorId],
  )
}

async function plant(client: pg.Client, dataDir: string, stage = ''): Promise<Parts> {
  const change = (statement: string, values: unknown[] = []) =>
    client.query<{ id: string }>(statement, values)
  const insert = async (statement: string, ...values: unknown[]) =>
    (await change(statement, values)).rows[0]?.id ?? ''
  const person = (name: Name) => plantPerson(client, name, stage)
  const house = (name: string, published: boolean) =>
    insert(
      `insert into app.project (slug, name, location, total_value_cents, started_on, published)
       values (gen_random_uuid()::text, $1, 'Nairobi', 100000000, '2025-01-01', $2) returning id`,
      name,
      published,
    )
  const { userId, investorId } = await person('investor')
  for (const name of ['another', 'inactive', 'held'] as const) await person(name)
  const { investorId: pendingId } = await person('pending')
  const hidden = await house('Quiet Harbour House', false)
  await insertOneOfEverything(insert, { userId, investorId }, hidden, 'Quiet Harbour House')
  for (const name of ['picture', 'update']) {
    const { key, byteSize } = await keep(dataDir, `A ${name} of one investor's house`)
    const text =
      'update app.picture_file set storage_key = $1, byte_size = $2 where storage_key = $3'
    await insert(text, key, byteSize, `${name}-${investorId}`)
  }
  await raise(change, investorId)
  const [stored, newer, drawn] = await Promise.all([
    keep(dataDir, 'A paper of one investor'),
    keep(dataDir, 'What the paper of one investor became'),
    keep(dataDir, 'A picture of a paper of one investor'),
  ])
  const documentId = await insert(
    `with kept as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($2, 'deed.pdf', 'application/pdf', $3, $4) returning id)
     insert into app.document (title, document_type, investor_id, file_id)
     select 'Deed of Quiet Harbour House', 'legal', $1::uuid, kept.id from kept returning id`,
    investorId,
    stored.key,
    stored.byteSize,
    stored.sha256,
  )
  await giveEarlierFile(change, documentId, newer, drawn)
  const projectId = await house('Open Harbour', true)
  const parts = await partsOf(
    change,
    { investorId, userId, pendingId, documentId, projectId },
    stored.key,
  )
  return {
    ...parts,
    distributionId: await standingDistribution(insert, hidden, parts.investmentId ?? ''),
  }
}

/** One that can still be voided, which the one of everything is. */
const standingDistribution = (insert: Insert, projectId: string, investmentId: string) =>
  insert(
    `with made as (
       insert into app.distribution (project_id, total_cents, dated_on) values ($1, 7000, '2026-05-01') returning id)
     insert into app.distribution_share select made.id, $2, 7000 from made returning distribution_id as id`,
    projectId,
    investmentId,
  )

/** Puts bytes where the product keeps its files. */
async function keep(dataDir: string, text: string) {
  const name = randomBytes(20).toString('hex')
  const key = `${name.slice(0, 2)}/${name}`
  const path = join(dataDir, 'files', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  return { key, byteSize: text.length, sha256: createHash('sha256').update(text).digest('hex') }
}

type Limits = { own: number; address: number }

/** Sets how many failures are allowed before a pause, and gives what was allowed before. */
export function allowFailures(dataDir: string, { own, address }: Limits): Promise<Limits> {
  return inDatabaseOf(dataDir, async (client) => {
    const { rows } = await client.query<Limits>(
      'select failures_per_email as own, failures_per_address as address from app.installation',
    )
    await client.query(
      'update app.installation set failures_per_email = $1, failures_per_address = $2',
      [own, address],
    )
    const [before] = rows
    if (!before) throw new Error('the installation has no settings')
    return before
  })
}
