import { setTimeout as sleep } from 'node:timers/promises'
import { hastenJobs } from './jobs.server.ts'
import { log } from './log.server.ts'
import { type MailTransport, ServerGone } from './mail.server.ts'
import { asWorker } from './unattended.server.ts'

const lookEveryMs = 1_000
const askEveryMs = 3_000
/** More tries than these are left to the growing pauses, so that a mail which itself breaks the line is given up in time. */
const quickTries = 10

/**
 * Watches over the mail servers of one worker. After one of them was gone, or since the start, which knows nothing of
 * before, somebody waits for the next of ever longer pauses: so it is asked every three seconds whether it is there, and
 * as long as it says so one waiting mail is tried at once. As soon as a mail was taken, all the others are tried too.
 */
export function watchOverMail(servers: readonly MailTransport[]): {
  transports: MailTransport[]
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const outage: Outage = { state: 'unknown', askedAt: Number.NEGATIVE_INFINITY }
  const ended = watch(servers, outage, stopping.signal)
  return {
    transports: servers.map((server) => noticing(server, outage)),
    stop: async () => {
      stopping.abort()
      await ended
    },
  }
}

/** `back`: a mail was taken after a server had been gone, and the others were not told yet. */
type Outage = { state: 'unknown' | 'gone' | 'back' | 'none'; askedAt: number }

function noticing(server: MailTransport, outage: Outage): MailTransport {
  return {
    ...server,
    send: async (mail) => {
      try {
        await server.send(mail)
      } catch (fault) {
        if (fault instanceof ServerGone) outage.state = 'gone'
        throw fault
      }
      if (outage.state !== 'none') outage.state = 'back'
    },
  }
}

async function watch(servers: readonly MailTransport[], outage: Outage, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await look(servers, outage)
    } catch (fault) {
      log.warn('no look for waiting mail', { reason: fault instanceof Error ? fault.message : String(fault) })
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined)
  }
}

async function look(servers: readonly MailTransport[], outage: Outage): Promise<void> {
  if (outage.state === 'none') return
  if (outage.state === 'back') {
    outage.state = 'none'
    await hasten(null)
    return
  }
  if (performance.now() - outage.askedAt < askEveryMs) return
  const known = outage.state
  const isThere = (await Promise.all(servers.map((server) => server.isThere()))).includes(true)
  outage.askedAt = performance.now()
  if (!isThere) return
  // Where nobody waits there is nothing to find out.
  if ((await hasten(1)) === 0 && outage.state === known) outage.state = 'none'
}

const hasten = (most: number | null) => asWorker((worker) => hastenJobs(worker, 'send-mail', { most, quickTries }))
