import { sql } from 'kysely'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { auth, sessionToken } from '../../../platform/session/auth.server.ts'
import { cookiesOf, type SignInClient } from './sign-in.server.ts'

/** Ends this browser's session and deletes its cookies, whether or not it was valid. Audited if it was. */
export async function signOut({ cookies, clientAddress }: SignInClient): Promise<Headers> {
  const token = sessionToken(cookies)
  // Better Auth reports success even when its deletion failed, and does not know a just renewed
  // token.
  if (token) await endSession(token, clientAddress)
  const answer = await auth.api.signOut({
    headers: new Headers({ cookie: cookies ?? '' }),
    returnHeaders: true,
  })
  return cookiesOf(answer.headers)
}

function endSession(token: string, clientAddress: string | undefined): Promise<void> {
  return authDatabase.transaction().execute(async (tx) => {
    const { rows } = await sql<{ userId: string; role: string }>`
      select user_id as "userId", role from session_actor(${token})`.execute(tx)
    const ended = await tx
      .deleteFrom('session')
      .where((session) =>
        session.or([session('token', '=', token), session('former_token', '=', token)]),
      )
      .executeTakeFirst()
    const [person] = rows
    if (!person || ended.numDeletedRows === 0n) return
    await sql`select set_config('app.actor', ${person.role}, true), set_config('app.user_id', ${person.userId}, true),
      set_config('app.client_address', ${clientAddress ?? ''}, true)`.execute(tx)
    await sql`select app.audit_act('sign-out', 'user', ${person.userId}, '{}')`.execute(tx)
  })
}
