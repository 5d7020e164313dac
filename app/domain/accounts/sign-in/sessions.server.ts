import { type Kysely, sql } from 'kysely'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import type { AuthDatabase } from '../../../platform/database/database-types.ts'
import type { RequestUser, SignedInUser } from '../../../platform/session/signed-in-user.ts'
import type { OwnPasskey } from '../passkeys/passkey.ts'
import { passkeySite } from '../passkeys/passkey-site.server.ts'
import { listPasskeys } from '../passkeys/passkeys.server.ts'
import { findSecondFactor, type SecondFactor } from '../second-factor/second-factor.server.ts'
import { type Device, parseDevice } from './device.ts'

/** `address` is the client's; null when unknown. */
export type OwnSession = {
  id: string
  device: Device
  address: string | null
  beganAt: Date
  usedAt: Date
  isThis: boolean
}

type Row = {
  id: string
  userAgent: string | null
  ipAddress: string | null
  createdAt: Date
  updatedAt: Date
}

/** One's own valid sessions, this one first, then by last use. */
async function listOwnSessions(
  self: Pick<SignedInUser, 'userId' | 'sessionId'>,
): Promise<OwnSession[]> {
  const { rows } =
    await sql<Row>`select s.id, s."userAgent", s."ipAddress", s."createdAt", s."updatedAt"
    from session s join "user" u on u.id = s."userId" cross join app.installation x
    where s."userId" = ${self.userId} and s."expiresAt" > now()
      and s."updatedAt" > now() - case when u.role = 'admin' then x.admin_idle else x.investor_idle end
    order by s.id = ${self.sessionId} desc, s."updatedAt" desc limit 100`.execute(authDatabase)
  return rows.map((row) => ({
    id: row.id,
    device: parseDevice(row.userAgent),
    address: row.ipAddress || null,
    beganAt: row.createdAt,
    usedAt: row.updatedAt,
    isThis: row.id === self.sessionId,
  }))
}

/** The password's moment tells one password from the next. */
export type OwnAccount = {
  email: string
  passwordChangedAt: Date
  factor: SecondFactor
  passkeys: OwnPasskey[]
  canAddPasskey: boolean
  sessions: OwnSession[]
}

/** One's own password date, second factor, passkeys and sessions. */
export async function findOwnAccount(
  self: Pick<SignedInUser, 'userId' | 'sessionId' | 'email'>,
): Promise<OwnAccount> {
  const account = await authDatabase
    .selectFrom('account')
    .select('updatedAt')
    .where('userId', '=', self.userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirstOrThrow()
  return {
    email: self.email,
    passwordChangedAt: account.updatedAt,
    factor: await findSecondFactor(self.userId),
    passkeys: await listPasskeys(self.userId),
    canAddPasskey: passkeySite !== null,
    sessions: await listOwnSessions(self),
  }
}

type Ending = Pick<RequestUser, 'userId' | 'sessionId' | 'role' | 'clientAddress'>

/** Ends one of one's other sessions and logs it; false when it had ended or is not one's own. */
export function endOwnSession(self: Ending, id: string): Promise<boolean> {
  return authDatabase.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('id', '=', id)
      .where('id', '<>', self.sessionId)
      .where('userId', '=', self.userId)
      .executeTakeFirst()
    if (ended.numDeletedRows === 0n) return false
    await logEndedSessions(tx, self, 1)
    return true
  })
}

/** Ends one's other sessions and forgets trusted devices. Logged. Returns how many ended. */
export function endOtherSessions(self: Ending): Promise<number> {
  return authDatabase.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('session')
      .where('userId', '=', self.userId)
      .where('id', '<>', self.sessionId)
      .executeTakeFirst()
    await sql`select forget_trusted_devices(${self.userId})`.execute(tx)
    await logEndedSessions(tx, self, Number(ended.numDeletedRows))
    return Number(ended.numDeletedRows)
  })
}

async function logEndedSessions(
  tx: Kysely<AuthDatabase>,
  { role, userId, clientAddress }: Ending,
  sessions: number,
) {
  await sql`select set_config('app.actor', ${role}, true), set_config('app.user_id', ${userId}, true),
    set_config('app.client_address', ${clientAddress ?? ''}, true)`.execute(tx)
  await sql`select app.audit_act('end-sessions', 'user', ${userId}, ${JSON.stringify({ sessions })}::jsonb)`.execute(
    tx,
  )
}
