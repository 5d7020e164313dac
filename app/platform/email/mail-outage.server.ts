import { repeatEvery } from '../jobs/repeat-every.ts'
import { log } from '../observability/log.server.ts'
import { type MailTransport, ServerUnavailable } from './mail.server.ts'

const lookEveryMs = 1_000
const askEveryMs = 3_000
/** For so long jobs that were at work may still fail after the database was lost. */
const uncertainMs = 6_000

/** Has waiting mails tried now, at most so many of them, and says how many; null for all. */
type Hasten = (most: number | null) => Promise<number>

/**
 * Watches over the mail servers of one worker. After one of them was gone, or since the start, which knows nothing of
 * before, somebody waits for the next of ever longer pauses: so it is asked every three seconds whether it is there, and
 * as long as it says so one waiting mail is tried at once. As soon as a mail was taken, all the others are tried too.
 * `lookAgain` begins anew, as after a loss of the database, with which the sending of some mails broke off.
 */
export function watchMailServers(
  servers: readonly MailTransport[],
  hasten: Hasten,
): { transports: MailTransport[]; lookAgain: () => void; stop: () => Promise<void> } {
  const outage: Outage = { state: 'unknown', askedAt: Number.NEGATIVE_INFINITY, uncertainUntil: 0 }
  const { stop } = repeatEvery(
    lookEveryMs,
    () => look(servers, outage, hasten),
    (reason) => log.warn('could not check for waiting email', { reason }),
  )
  const lookAgain = () => {
    const uncertainUntil = performance.now() + uncertainMs
    Object.assign(outage, { state: 'unknown', askedAt: Number.NEGATIVE_INFINITY, uncertainUntil })
  }
  return { transports: servers.map((server) => noticing(server, outage)), lookAgain, stop }
}

/** `back`: a mail was taken after a server had been gone, and the others were not told yet. */
type Outage = {
  state: 'unknown' | 'gone' | 'back' | 'none'
  askedAt: number
  uncertainUntil: number
}

const settledState = ({ uncertainUntil }: Outage) =>
  performance.now() < uncertainUntil ? 'unknown' : 'none'

function noticing(server: MailTransport, outage: Outage): MailTransport {
  return {
    ...server,
    send: async (mail) => {
      try {
        await server.send(mail)
      } catch (fault) {
        if (fault instanceof ServerUnavailable) outage.state = 'gone'
        throw fault
      }
      if (outage.state !== 'none') outage.state = 'back'
    },
  }
}

async function look(
  servers: readonly MailTransport[],
  outage: Outage,
  hasten: Hasten,
): Promise<void> {
  if (outage.state === 'none') return
  if (outage.state === 'back') {
    outage.state = settledState(outage)
    await hasten(null)
    return
  }
  if (performance.now() - outage.askedAt < askEveryMs) return
  const known = outage.state
  const isThere = (await Promise.all(servers.map((server) => server.isThere()))).includes(true)
  outage.askedAt = performance.now()
  if (!isThere) return
  // Where nobody waits there is nothing to find out.
  if ((await hasten(1)) === 0 && outage.state === known) outage.state = settledState(outage)
}
