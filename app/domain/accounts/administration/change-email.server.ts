import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { exactlyOnce } from '../../../platform/database/exactly-once.server.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'
import { findAccount } from '../find-account.server.ts'

/** Why an address stayed as it was. `taken`: another account or investor record has it (`Email Already In Use`). */
export type EmailRefusal = Exclude<AccountRefusal, 'oneself'> | 'taken' | 'key-reused'

/** The former and the current address; or why nothing was changed. */
export type EmailChanged = { former: string; email: string } | { refused: EmailRefusal }

/**
 * Changes the sign-in address in account, credential identity and investor record together. The new one is
 * unverified until confirmed, the former one is notified, and sessions and links end. Refused for the last
 * administrator. Once per account and key. Publishes account.email-changed.
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

/** The address an account had before its last change, for who has just changed it; null when it never changed. */
export async function formerEmailOf(admin: AdminActor, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    former: string
  }>`select former from auth.last_email_change(${userId})`.execute(admin.tx)
  return rows[0]?.former ?? null
}
