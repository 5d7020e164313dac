import { sql } from 'kysely'
import { withAuditActor } from '../../../platform/database/audit-actor.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { isId } from '../../../values/id.ts'
import { notifyOfSignIn } from '../sign-in/notify-of-sign-in.server.ts'
import type { OwnPasskey } from './passkey.ts'
import { requestPasskey } from './passkey-challenge.server.ts'
import { passkeySite } from './passkey-site.server.ts'

type Row = { id: string; name: string; created_at: Date; last_used_at: Date | null }

const own = (row: Row): OwnPasskey => ({
  id: row.id,
  name: row.name,
  addedAt: row.created_at,
  usedAt: row.last_used_at,
})

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(userId: string): Promise<OwnPasskey[]> {
  const rows = await authDatabase
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(own)
}

/** What a browser needs to be asked for one of someone's own passkeys; null without any. */
export async function requestOwnPasskey(
  self: Pick<RequestUser, 'userId' | 'sessionId'>,
): Promise<{ options: object; seed: string } | null> {
  const passkeys = await authDatabase
    .selectFrom('passkey')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', self.userId)
    .execute()
  if (!passkeySite || passkeys.length === 0) return null
  const { seed, challenge } = requestPasskey(`confirmation ${self.sessionId}`)
  const allowCredentials = passkeys.map((passkey) => ({ ...passkey, type: 'public-key' }))
  const { rpId } = passkeySite
  return { options: { challenge, rpId, userVerification: 'required', allowCredentials }, seed }
}

/** Whether someone can confirm their identity by a passkey here. */
export async function hasPasskey(userId: string): Promise<boolean> {
  return passkeySite !== null && (await listPasskeys(userId)).length > 0
}

/** One's own passkey; null when it was removed, or is not one's own. */
export async function findOwnPasskey(userId: string, id: string): Promise<OwnPasskey | null> {
  if (!isId(id)) return null
  return (await listPasskeys(userId)).find((passkey) => passkey.id === id) ?? null
}

/** Gives one's own passkey another name; false when it was removed. Audited. */
export function renamePasskey(self: RequestUser, id: string, name: string): Promise<boolean> {
  return withAuditActor(self, async () => {
    const { numUpdatedRows } = await authDatabase
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', self.userId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
}

/**
 * Removes one's own passkey; false when it was removed before. For a recently confirmed session. Audited, and publishes
 * account.sign-in-changed.
 */
export async function removePasskey(self: RequestUser, id: string): Promise<boolean> {
  const removed = await withAuditActor(self, async () => {
    const { numDeletedRows } = await authDatabase
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', self.userId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  })
  if (removed) await notifyOfSignIn(self, 'passkey-removed')
  return removed
}

/** Whether a right password must be followed by a passkey: a role of theirs needs a second factor, and it is the only one. */
export async function isPasskeyDemanded(userId: string): Promise<boolean> {
  const { rows } = await sql`select from "user" u cross join app.installation x
    where u.id = ${userId} and u.role = 'admin' and not u."twoFactorEnabled"
      and exists (select from staff_role r where r.user_id = u.id and r.role = any (x.second_factor_roles))
      and exists (select from passkey p where p.user_id = u.id)`.execute(authDatabase)
  return rows.length > 0
}
