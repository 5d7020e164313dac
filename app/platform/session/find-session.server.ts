import { clock } from '../clock.server.ts'
import { queryWithoutRole } from '../database/connections.server.ts'
import { cookieValue, sessionToken } from './auth.server.ts'
import type { SignedInUser } from './signed-in-user.ts'

type SessionRow = {
  session_id: string
  user_id: string
  role: SignedInUser['role']
  name: string
  email: string
  investor_id: string | null
  used_at: Date
  hold: SignedInUser['hold']
  permissions: SignedInUser['permissions']
}

/** The user of the request's live session, or null. Use extends the session's idle limit. */
export async function findSession(request: Request): Promise<SignedInUser | null> {
  const cookies = request.headers.get('cookie')
  const token = sessionToken(cookies)
  if (!token) return null
  const row = await queryWithoutRole<SessionRow>({
    name: 'session-actor',
    text: 'select session_id, user_id, role, name, email, investor_id, used_at, hold, permissions from auth.session_actor($1)',
    values: [token],
  })
  if (!row) return null
  await renew(row, isMadeInBackground(request))
  const { session_id, user_id, role, name, email, investor_id, hold, permissions } = row
  return {
    sessionId: session_id,
    userId: user_id,
    role,
    name,
    email,
    investorId: investor_id,
    hold,
    permissions,
  }
}

export const isMadeInBackground = ({ headers }: Request) =>
  cookieValue(headers.get('cookie'), 'live') !== null || headers.has('Offline-Copy')

/** Use is written at most once a minute. Background requests are not use. */
async function renew(session: SessionRow, isBackground: boolean) {
  if (isBackground || clock.now().getTime() - session.used_at.getTime() < 60_000) return
  await queryWithoutRole({
    text: 'select auth.touch_session($1)',
    values: [session.session_id],
  })
}
