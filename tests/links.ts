import { randomUUID } from 'node:crypto'
import { tokenHash } from '../app/domain/accounts/invitations/invitations.server.ts'
import { change } from './database.ts'
import type { Person } from './people.ts'

type Purpose = 'invitation' | 'recovery' | 'confirmation'

/** A link as if it had been emailed an hour ago, valid for a day; `made` makes it something else. Gives its token. */
export async function aLink(
  { userId, email }: Pick<Person, 'userId' | 'email'>,
  purpose: Purpose,
  made = '',
) {
  const token = randomUUID()
  await change(
    `insert into auth.link (user_id, purpose, token_hash, email, created_at, expires_at)
     values ($1, $2, $3, $4, now() - interval '1 hour', now() + interval '23 hours')`,
    [userId, purpose, tokenHash(token), email],
  )
  // The people of a test were made this minute, and their links are older.
  await change(
    `update auth.account set "updatedAt" = now() - interval '1 day' where "userId" = $1`,
    [userId],
  )
  if (made) await change(`update auth.link set ${made} where token_hash = $1`, [tokenHash(token)])
  return token
}

/** What makes a link one whose time is over. */
export const expired = "expires_at = now() - interval '1 second'"
