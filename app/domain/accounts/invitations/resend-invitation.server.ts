import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { exactlyOnce } from '../../../platform/database/exactly-once.server.ts'
import { audit, publish } from '../../../platform/events.server.ts'
import { withdrawQueued } from '../../outbox/outbox.server.ts'

export type Invited = { invited: true } | { refused: 'unknown' | 'not-pending' | 'key-reused' }

/**
 * Emails a new invitation to a pending account; its link replaces the earlier one. Idempotent per
 * key. Audited. Publishes invitation.requested.
 */
export function resendInvitation(
  admin: AdminActor,
  { key, userId }: { key: string; userId: string },
): Promise<Invited> {
  return exactlyOnce(admin, 'invite-again', key, { userId }, () => requestInvitation(admin, userId))
}

/** Like `resendInvitation`, for commands with their own key. */
export async function requestInvitation(admin: AdminActor, userId: string): Promise<Invited> {
  const account = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select('status')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!account) return { refused: 'unknown' }
  if (account.status !== 'pending') return { refused: 'not-pending' }
  await withdrawQueued(admin, userId, 'invitation')
  await audit(admin, 'invite-again', 'user', userId)
  await publish(admin, { kind: 'invitation.requested', userId })
  return { invited: true }
}

export type InvitationWithdrawn = { withdrawn: true } | { refused: 'not-pending' | 'not-allowed' }

/** Ends the open invitation of a pending account, which can be invited again. Publishes invitation.withdrawn. */
export async function withdrawInvitation(
  admin: AdminActor,
  userId: string,
): Promise<InvitationWithdrawn> {
  const { rows } = await sql<{ answer: 'withdrawn' | 'not-pending' | 'not-allowed' }>`
    select auth.withdraw_invitation(${userId}) as answer`.execute(admin.tx)
  const answer = rows[0]?.answer ?? 'not-allowed'
  if (answer !== 'withdrawn') return { refused: answer }
  await withdrawQueued(admin, userId, 'invitation')
  await publish(admin, { kind: 'invitation.withdrawn', userId })
  return { withdrawn: true }
}
