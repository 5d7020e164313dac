import { type Kysely, sql } from 'kysely'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import type { AuthDatabase } from '../../../platform/database/database-types.ts'
import type { ProviderSettings } from './provider.server.ts'
import type { ProviderClaims } from './provider-request.server.ts'

/** `other-user`: the account is linked with another user of the provider. */
export type ProviderRefusal =
  | 'other-tenant'
  | 'unverified'
  | 'unknown'
  | 'investor'
  | 'inactive'
  | 'other-user'

type Person = {
  id: string
  email: string
  name: string
  role: 'admin' | 'investor'
  status: string
}

export type ProviderAccount = { person: Person } | { refused: ProviderRefusal; email: string }

/**
 * The existing administrator whom the provider means: by the stored subject, else by a verified email, which stores the
 * subject. Never creates an account.
 */
export async function findProviderAccount(
  settings: ProviderSettings,
  claims: ProviderClaims,
): Promise<ProviderAccount> {
  const email = typeof claims.email === 'string' ? claims.email.trim().toLowerCase() : ''
  if (!isOfTenant(settings, claims, email)) return { refused: 'other-tenant', email }
  const subject = `${claims.iss} ${claims.sub}`
  return authDatabase.transaction().execute(async (tx) => {
    const linked = await findLinked(tx, subject)
    if (linked) return judged(linked)
    if (email === '' || !isVerified(claims)) return { refused: 'unverified' as const, email }
    const person = await findByEmail(tx, email)
    if (!person) return { refused: 'unknown' as const, email }
    const found = judged(person)
    if ('refused' in found) return found
    return (await link(tx, person, subject)) ? found : { refused: 'other-user' as const, email }
  })
}

function judged(person: Person): ProviderAccount {
  const { email } = person
  if (person.role !== 'admin') return { refused: 'investor', email }
  return person.status === 'active' ? { person } : { refused: 'inactive', email }
}

/** Google names the domain in `hd`, Microsoft the tenant in `tid`; elsewhere the email's domain counts. */
function isOfTenant(
  { issuer, tenant, domain }: ProviderSettings,
  claims: ProviderClaims,
  email: string,
): boolean {
  if (tenant !== null && claims.tid !== tenant) return false
  if (domain === null) return true
  const isGoogle = new URL(issuer).hostname === 'accounts.google.com'
  return isGoogle || claims.hd !== undefined ? claims.hd === domain : email.endsWith(`@${domain}`)
}

/** Microsoft says `xms_edov`: the owner of the email's domain was verified. */
const isVerified = ({ email_verified, xms_edov }: ProviderClaims) =>
  email_verified === true || [true, 1, '1', 'true'].includes(xms_edov as string)

type Tx = Kysely<AuthDatabase>

async function findLinked(tx: Tx, subject: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select u.id, u.email, u.name, u.role, u.status
    from account a join "user" u on u.id = a."userId"
    where a."providerId" = 'oidc' and a."accountId" = ${subject}`.execute(tx)
  return rows[0]
}

async function findByEmail(tx: Tx, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`select id, email, name, role, status from "user"
    where email = ${email} for update`.execute(tx)
  return rows[0]
}

/** False when the account is linked already. Audited. */
async function link(tx: Tx, { id, role }: Person, subject: string): Promise<boolean> {
  const { rows } = await sql`insert into account ("accountId", "providerId", "userId")
    select ${subject}, 'oidc', ${id}
    where not exists (select from account where "userId" = ${id} and "providerId" = 'oidc')
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await sql`select set_config('app.actor', ${role}, true), set_config('app.user_id', ${id}, true)`.execute(
    tx,
  )
  await sql`select app.audit_act('link-provider', 'user', ${id}, '{}')`.execute(tx)
  return true
}
