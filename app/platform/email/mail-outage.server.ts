import { repeatEvery } from '../jobs/repeat-every.ts'
import { log } from '../observability/log.server.ts'
import { type MailTransport, ServerUnavailable } from './mail.server.ts'

const lookEveryMs = 1_000
const askEveryMs = 3_000
/** After the database is lost, running jobs may fail for this long. */
const uncertainMs = 6_000

/** Retries up to `most` waiting emails now, all for null; returns how many. */
type Hasten = (most: number | null) => Promise<number>

/**
 * Watches a worker's mail servers. During an outage it checks every three seconds whether the
 * server responds and then retries one waiting email; once one is accepted, all others follow.
 * `lookAgain` restarts this, for example after the database was lost.
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

/** `back`: an email was accepted after an outage, and the others are still to be retried. */
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
  // Without waiting emails there is nothing to check.
  if ((await hasten(1)) === 0 && outage.state === known) outage.state = settledState(outage)
}
