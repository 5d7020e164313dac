import type { AdminActor } from '../../../platform/database/database.server.ts'

/** Whether administrators must have a second factor. */
export async function isSecondFactorRequired(admin: AdminActor): Promise<boolean> {
  const row = await admin.tx
    .selectFrom('installation')
    .select('admins_need_second_factor')
    .executeTakeFirstOrThrow()
  return row.admins_need_second_factor
}

/** Requires a second factor of administrators, or no longer. Refused for one who has none. Audited. */
export async function requireSecondFactor(
  admin: AdminActor,
  { required, ownFactor }: { required: boolean; ownFactor: boolean },
): Promise<{ required: boolean } | { refused: 'none-of-your-own' }> {
  if (required && !ownFactor) return { refused: 'none-of-your-own' }
  await admin.tx.updateTable('installation').set({ admins_need_second_factor: required }).execute()
  return { required }
}
