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
}

/** Who the session of a request's cookie belongs to, if it is live; a use of it moves its idle limit. */
export async function findSession(request: Request): Promise<SignedInUser | null> {
  const cookies = request.headers.get('cookie')
  const token = sessionToken(cookies)
  if (!token) return null
  const row = await queryWithoutRole<SessionRow>({
    name: 'session-actor',
    text: 'select session_id, user_id, role, name, email, investor_id, used_at, hold from auth.session_actor($1)',
    values: [token],
  })
  if (!row) return null
  await renew(row, isMadeInBackground(request))
  const { session_id, user_id, role, name, email, investor_id, hold } = row
  return {
    sessionId: session_id,
    userId: user_id,
    role,
    name,
    email,
    investorId: investor_id,
    hold,
  }
}

/** Whether a page asks by itself, for a live update or for a copy to be read offline: that is no use of it. */
export const isMadeInBackground = ({ headers }: Request) =>
  cookieValue(headers.get('cookie'), 'live') !== null || headers.has('Offline-Copy')

/** Use moves the idle limit, noted at most once a minute. What live updates ask for by themselves is no use. */
async function renew(session: SessionRow, causedByLiveUpdate: boolean) {
  if (causedByLiveUpdate || clock.now().getTime() - session.used_at.getTime() < 60_000) return
  await queryWithoutRole({
    text: 'select auth.touch_session($1)',
    values: [session.session_id],
  })
}
