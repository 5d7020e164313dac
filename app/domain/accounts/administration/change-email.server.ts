import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { exactlyOnce } from '../../../platform/database/exactly-once.server.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'
import { findAccount } from '../find-account.server.ts'

/** `taken`: another account or investor record has the address. */
export type EmailRefusal = Exclude<AccountRefusal, 'oneself'> | 'taken' | 'key-reused'

export type EmailChanged = { former: string; email: string } | { refused: EmailRefusal }

/**
 * Changes the sign-in address everywhere; it is unverified until confirmed. Notifies the former address, ends sessions
 * and links. Idempotent per account and key. Publishes account.email-changed.
 */
export function changeEmail(
  admin: AdminActor,
  { key, userId, email }: { key: string; userId: string; email: string },
): Promise<EmailChanged> {
  return exactlyOnce(admin, `change-email ${userId}`, key, { email }, () =>
    change(admin, userId, email),
  )
}

async function change(admin: AdminActor, userId: string, email: string): Promise<EmailChanged> {
  const account = await findAccount(admin, userId)
  if (!account) return { refused: 'unknown' }
  const { rows } = await sql<{ outcome: EmailRefusal | 'changed' }>`
    select auth.change_email(${userId}, ${email}) as outcome`.execute(admin.tx)
  const outcome = rows[0]?.outcome ?? 'unknown'
  if (outcome !== 'changed') return { refused: outcome }
  await publishAccountChange(admin, 'email-changed', userId)
  return { former: account.email, email }
}

/** The address before the last change, for the administrator who made it; null when it never changed. */
export async function formerEmailOf(admin: AdminActor, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    former: string
  }>`select former from auth.last_email_change(${userId})`.execute(admin.tx)
  return rows[0]?.former ?? null
}
