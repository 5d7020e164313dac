import { sql } from 'kysely'
import { withAuditActor } from '../../../platform/database/audit-actor.server.ts'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { hashPassword, isPassword } from '../../../platform/session/auth.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { normalizeText } from '../../../values/typed-text.ts'
import type { PasswordFault } from '../password.ts'
import { checkPassword } from '../sign-in/check-password.server.ts'
import { confirmIdentity } from '../sign-in/confirm-identity.server.ts'
import { notifyOfSignIn } from '../sign-in/notify-of-sign-in.server.ts'

/** `same`: the new password is the current one. */
export type OwnPasswordChanged =
  | { changed: true }
  | { refused: 'wrong' }
  | { refused: 'too-many'; retryAt: Date }
  | { refused: 'password'; fault: PasswordFault | 'same' }

/**
 * Changes one's own password. A wrong current password counts as a failed sign-in. Ends other
 * sessions, trusted devices and open links. Publishes account.sign-in-changed.
 */
export async function changeOwnPassword(
  self: RequestUser,
  { present, password }: { present: string; password: string },
): Promise<OwnPasswordChanged> {
  const proven = await confirmIdentity(self, { password: present })
  if ('refused' in proven) return proven
  const fault = await checkPassword(password, self)
  if (fault) return { refused: 'password', fault }
  if (normalizeText(password) === normalizeText(present))
    return { refused: 'password', fault: 'same' }
  const hash = await hashPassword(password)
  const changed = await withAuditActor(self, () => replaceHash(self, present, hash))
  if ('changed' in changed) await notifyOfSignIn(self, 'password-changed')
  return changed
}

function replaceHash(
  self: RequestUser,
  present: string,
  hash: string,
): Promise<OwnPasswordChanged> {
  const { userId, sessionId } = self
  return authDatabase.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select(['id', 'password'])
      .where('userId', '=', userId)
      .where('providerId', '=', 'credential')
      .forUpdate()
      .executeTakeFirstOrThrow()
    // An administrator may have set another password while this one was hashed.
    if (!account.password || !(await isPassword(account.password, present)))
      return { refused: 'wrong' as const }
    await sql`update account set password = ${hash}, "updatedAt" = now() where id = ${account.id}`.execute(
      tx,
    )
    await sql`update "user" set must_change_password = false, "updatedAt" = now() where id = ${userId}`.execute(
      tx,
    )
    await sql`update link set ended_at = now()
      where user_id = ${userId} and purpose <> 'confirmation' and used_at is null and ended_at is null`.execute(
      tx,
    )
    await sql`select forget_trusted_devices(${userId})`.execute(tx)
    await tx
      .deleteFrom('session')
      .where('userId', '=', userId)
      .where('id', '<>', sessionId)
      .execute()
    return { changed: true as const }
  })
}
