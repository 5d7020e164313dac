import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { audit } from '../../../platform/events.server.ts'
import { isId } from '../../../values/id.ts'
import type { AccountRefusal } from '../account-changed.server.ts'
import { resolveAccount } from '../find-account.server.ts'

/** One of the three places that store an address; `email` is null where there is none. */
export type EmailSource = {
  id: string | null
  name: string | null
  email: string | null
  matches: boolean
}

/**
 * `inSync`: all stored addresses agree, and match the expected one if given. `canRepair`: the
 * others can be reset to the account's address.
 */
export type EmailSync = {
  account: EmailSource & { verified: boolean }
  identity: EmailSource & { hasPassword: boolean }
  investor: EmailSource
  inSync: boolean
  canRepair: boolean
}

/** Compares the three addresses of the person found by `resolveAccount`. Refused when several people match. */
export async function verifyEmails(
  admin: AdminActor,
  { userId, expectedEmail }: { userId: string; expectedEmail: string | null },
): Promise<EmailSync | { refused: 'several' }> {
  const resolved = await resolveAccount(admin, userId)
  if ('refused' in resolved && resolved.refused === 'several') return { refused: 'several' }
  if (!('account' in resolved)) {
    const investor = 'investor' in resolved ? resolved.investor : null
    return compared(
      { investor_id: investor?.id, investor_name: investor?.name, investor_email: investor?.email },
      null,
    )
  }
  const row = await admin.tx
    .selectFrom('auth.sign_in_account as account')
    .leftJoin('investor', 'investor.user_id', 'account.id')
    .select([
      'account.id',
      'account.name',
      'account.email',
      'account.email_verified',
      'account.has_password',
    ])
    .select(sql<string | null>`account.identity_email`.as('identity_email'))
    .select([
      'investor.id as investor_id',
      'investor.full_name as investor_name',
      'investor.email as investor_email',
    ])
    .where('account.id', '=', resolved.account.id)
    .executeTakeFirstOrThrow()
  return compared(row, expectedEmail)
}

type Row = {
  id?: string
  name?: string
  email?: string
  email_verified?: boolean
  has_password?: boolean
  identity_email?: string | null
  investor_id?: string | null | undefined
  investor_name?: string | null | undefined
  investor_email?: string | null | undefined
}

function compared(row: Row, expected: string | null): EmailSync {
  const right = expected ?? row.email ?? row.investor_email ?? null
  const source = (
    id?: string | null,
    name?: string | null,
    email?: string | null,
  ): EmailSource => ({
    id: id ?? null,
    name: name ?? null,
    email: email ?? null,
    matches: Boolean(email) && email === right,
  })
  const account = { ...source(row.id, row.name, row.email), verified: row.email_verified ?? false }
  const identity = {
    ...source(row.identity_email ? row.id : null, row.name, row.identity_email),
    hasPassword: row.has_password ?? false,
  }
  const investor = source(row.investor_id, row.investor_name, row.investor_email)
  const present = [account, identity, investor].filter(({ email }) => email !== null)
  return {
    account,
    identity,
    investor,
    inSync: account.email !== null && present.every(({ matches }) => matches),
    canRepair: account.email !== null && present.some(({ email }) => email !== account.email),
  }
}

export type EmailRepaired =
  | { repaired: true }
  | { refused: Exclude<AccountRefusal, 'oneself'> | 'taken' }

/** Resets credential identity and investor record of imported people to the account's address. Audited. */
export async function repairEmails(admin: AdminActor, userId: string): Promise<EmailRepaired> {
  if (!isId(userId)) return { refused: 'unknown' }
  const { rows } = await sql<{
    outcome: 'unknown' | 'same' | 'taken' | 'not-allowed' | 'repaired'
  }>`
    select auth.repair_email(${userId}) as outcome`.execute(admin.tx)
  const outcome = rows[0]?.outcome ?? 'unknown'
  if (outcome !== 'repaired') return { refused: outcome }
  await audit(admin, 'repair-email', 'user', userId)
  return { repaired: true }
}
