import { findInvited } from '../../domain/investors/invited-investor.server.ts'
import { config } from '../../platform/config.server.ts'
import type { AdminWork } from '../../platform/session/session.server.ts'
import {
  followedCookie,
  followedIn,
  followedSeconds,
  followedValue,
} from './followed-invitations.ts'

/** An investor just added whose invitation no mail server took; `final` when it is not tried again. */
export type Undelivered = { investorId: string; email: string; final: boolean }

/**
 * Has the office follow the invitation of an investor just added. The mail is sent after the answer, so whether it is
 * taken shows only with the first attempt, which open pages are told of: the layout's loader reads this cookie then.
 */
export function followInvitation(request: Request, investorId: string): Headers {
  const followed = followedValue([...followedBy(request), investorId])
  const attributes = `Max-Age=${followedSeconds}; Path=/; SameSite=Lax${config.isHttps ? '; Secure' : ''}`
  return new Headers({ 'Set-Cookie': `${followedCookie}=${followed}; ${attributes}` })
}

/** Of the investors that this browser follows, those whose invitation was not taken. */
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
