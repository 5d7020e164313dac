import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { exactlyOnce } from '../../../platform/database/exactly-once.server.ts'
import { hashPassword } from '../../../platform/session/auth.server.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'
import { findAccount } from '../find-account.server.ts'
import type { PasswordFault } from '../password.ts'
import { checkPassword } from '../sign-in/check-password.server.ts'

export type PasswordSet =
  | { set: true }
  | { refused: 'password'; fault: PasswordFault }
  | { refused: Exclude<AccountRefusal, 'same'> | 'key-reused' }

type AdminCommand = <Result>(work: (admin: AdminActor) => Promise<Result>) => Promise<Result>

/**
 * Sets another person's password, ends their sessions and links, activates a pending account and notifies them. They
 * must replace it at their next sign-in. Refused for oneself. Publishes account.password-set.
 */
export async function setPassword(
  adminCommand: AdminCommand,
  { key, userId, password }: { key: string; userId: string; password: string },
): Promise<PasswordSet> {
  const account = await adminCommand((admin) => findAccount(admin, userId))
  if (!account) return { refused: 'unknown' }
  const fault = await checkPassword(password, account)
  if (fault) return { refused: 'password', fault }
  const passwordHash = await hashPassword(password)
  return adminCommand((admin) =>
    // The password is not part of the idempotency hash, so it cannot be guessed from it.
    exactlyOnce(admin, 'set-password', key, { userId }, () =>
      storeHash(admin, userId, passwordHash),
    ),
  )
}

async function storeHash(
  admin: AdminActor,
  userId: string,
  passwordHash: string,
): Promise<PasswordSet> {
  const { rows } = await sql<{ outcome: 'unknown' | 'oneself' | 'not-allowed' | 'set' }>`
    select auth.set_password(${userId}, ${passwordHash}) as outcome`.execute(admin.tx)
  const outcome = rows[0]?.outcome ?? 'unknown'
  if (outcome !== 'set') return { refused: outcome }
  await publishAccountChange(admin, 'password-set', userId)
  return { set: true }
}
