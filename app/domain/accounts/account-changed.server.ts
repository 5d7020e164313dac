import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'

export type AccountChange = 'role-changed' | 'status-changed' | 'password-set' | 'email-changed'

export type AccountRefusal = 'unknown' | 'oneself' | 'same' | 'last-administrator' | 'not-allowed'

/** Publishes an account change with the investor record of the account, whose open pages then update. */
export async function publishAccountChange(
  admin: AdminActor,
  change: AccountChange,
  userId: string,
): Promise<void> {
  const investor = await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  await publish(admin, { kind: `account.${change}`, userId, investorId: investor?.id ?? null })
}
