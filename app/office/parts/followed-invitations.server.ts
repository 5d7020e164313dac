import { findInvited } from '../../domain/investors/invited-investor.server.ts'
import { config } from '../../platform/config.server.ts'
import type { AdminWork } from '../../platform/session/session.server.ts'
import {
  followedCookie,
  followedIn,
  followedSeconds,
  followedValue,
} from './followed-invitations.ts'

/** A new investor whose invitation no mail server accepted; `final` when it is not retried. */
export type Undelivered = { investorId: string; email: string; final: boolean }

/**
 * Remembers new investors in a cookie, so that open pages report an undelivered invitation. The
 * email is sent after the response, so its result shows only later.
 */
export function followInvitation(request: Request, investorId: string): Headers {
  const followed = followedValue([...followedBy(request), investorId])
  const attributes = `Max-Age=${followedSeconds}; Path=/; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
  return new Headers({ 'Set-Cookie': `${followedCookie}=${followed}; ${attributes}` })
}

export const undeliveredOf =
  (request: Request): AdminWork<Undelivered[]> =>
  async (admin) => {
    const undelivered: Undelivered[] = []
    for (const investorId of followedBy(request)) {
      const invited = await findInvited(admin, investorId)
      const state = invited?.standing.state
      if (!invited || (state !== 'trying' && state !== 'undelivered')) continue
      undelivered.push({ investorId, email: invited.email, final: state === 'undelivered' })
    }
    return undelivered
  }

function followedBy(request: Request): string[] {
  const cookies = request.headers.get('cookie')?.split(/;\s*/) ?? []
  const start = `${followedCookie}=`
  return followedIn(cookies.find((pair) => pair.startsWith(start))?.slice(start.length) ?? null)
}
