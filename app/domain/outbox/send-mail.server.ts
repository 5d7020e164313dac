import { sql } from 'kysely'
import { createElement } from 'react'
import { render } from 'react-email'
import { clock } from '../../platform/clock.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import {
  AddressRefused,
  type Mail,
  type MailTransport,
  mailSender,
  type TransportName,
} from '../../platform/email/mail.server.ts'
import { publish } from '../../platform/events.server.ts'
import { dropWaitingJobs, enqueue, unfinishedJobs } from '../../platform/jobs/jobs.server.ts'
import { log } from '../../platform/observability/log.server.ts'
import { counter } from '../../platform/observability/metrics.server.ts'
import { issuerOf } from '../company/company-logo.server.ts'
import { LogoOfMail } from './mail-layout.tsx'
import type { AccountlessMail, ComposedMail, Composers, QueuedMail } from './outbox.server.ts'

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>
/** Stores that a server refused an address for good, or accepted it. */
type NoteAddress = (
  worker: WorkerActor,
  userId: string,
  email: string,
  taken: boolean,
) => Promise<void>

type Sending = {
  workerCommand: WorkerCommand
  composers: Composers
  noteAddress: NoteAddress
  /** In the order they are tried. */
  transports: readonly MailTransport[]
  isLastAttempt: boolean
  /** Sent again by an administrator: this job replaces the next retry. */
  isRepeat?: boolean
}

const outcomes = counter(
  'msingi_mail_attempts_total',
  'Attempts to send an email, by the state it had afterwards.',
  ['outcome'],
)
// A rate is computed from two values: without the first, the first failure would not be seen.
for (const outcome of ['sent', 'queued', 'failed', 'withdrawn']) outcomes.inc({ outcome }, 0)

/** The text version keeps titles as written and shows a link once, below its button. */
const asText = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', options: { ignoreHref: true } },
  ],
}

/**
 * Composes an email in a transaction, offers it to each transport outside of any, and stores the
 * outcome. A crash in between sends it again under the same Message-ID. Throws to be retried.
 */
export async function sendQueuedMail(outboxId: string, sending: Sending): Promise<void> {
  const { workerCommand, transports, isRepeat = false } = sending
  if (transports.length === 0) return
  const begun = await workerCommand(async (worker) => {
    if (isRepeat) await dropWaitingJobs(worker, outboxId)
    return beginAttempt(worker, outboxId)
  })
  if (!begun) return
  let outcome: Outcome
  try {
    outcome = await attempt(outboxId, begun.mail, sending)
  } catch (fault) {
    outcome = { state: 'untaken', reason: reasonOf(fault), to: null, isRefused: false }
  }
  await workerCommand((worker) => settle(worker, outboxId, begun, outcome, sending))
  outcomes.inc({ outcome: stateAfter(outcome, sending) })
  if (outcome.state !== 'untaken' || outcome.isRefused) return
  throw new Error(outcome.reason)
}

/** Queues emails that have no job, at the start of a worker; concurrent starts are serialised. */
export async function requeueWaitingMail(worker: WorkerActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi outbox'))`.execute(worker.tx)
  const waiting = await worker.tx
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'queued')
    .execute()
  const underway = new Set(
    (await unfinishedJobs(worker, 'send-mail')).map(({ outboxId }) => outboxId),
  )
  for (const { id } of waiting)
    if (!underway.has(id)) await enqueue(worker, 'send-mail', { outboxId: id })
}

type Begun = { mail: QueuedMail | AccountlessMail; attempts: number }

async function beginAttempt(worker: WorkerActor, outboxId: string): Promise<Begun | null> {
  const row = await worker.tx
    .updateTable('outbox')
    .set((column) => ({
      attempts: sql`${column.ref('attempts')} + 1`,
      attempted_at: sql<Date>`now()`,
      last_error: null,
    }))
    .where('id', '=', outboxId)
    .where('state', '=', 'queued')
    .returning(['template', 'user_id', 'subject_id', 'attempts'])
    .executeTakeFirst()
  if (!row) return null
  const { template, user_id: userId, subject_id: subjectId, attempts } = row
  // A constraint of the table ties the templates to what they name.
  return { mail: { template, userId, subjectId } as QueuedMail | AccountlessMail, attempts }
}

type Outcome =
  | { state: 'pointless' }
  | { state: 'taken'; by: TransportName; to: string }
  | { state: 'untaken'; reason: string; to: string | null; isRefused: boolean }

async function attempt(
  outboxId: string,
  mail: QueuedMail | AccountlessMail,
  { workerCommand, composers, transports }: Sending,
): Promise<Outcome> {
  const { composed, company } = await workerCommand(async (worker) => ({
    composed: await compose(worker, composers, mail),
    company: await issuerOf(worker),
  }))
  if (!composed) return { state: 'pointless' }
  const { body, ...envelope } = composed
  const { brand, logo } = company
  const [html, text] = await Promise.all([
    render(logo ? createElement(LogoOfMail, { value: `cid:${logoCid}` }, body) : body),
    render(body, { plainText: true, htmlToTextOptions: asText }),
  ])
  const attachments = logo ? [{ cid: logoCid, filename: 'logo.png', content: logo }] : []
  return handOver(transports, {
    from: mailSender(brand),
    ...envelope,
    html,
    text,
    attachments,
    messageId: outboxId,
  })
}

const logoCid = 'logo'

/** The next transport is tried in the same attempt. A refusal is permanent only if every transport refused for good. */
async function handOver(transports: readonly MailTransport[], mail: Mail): Promise<Outcome> {
  const answers: { name: TransportName; fault: unknown }[] = []
  for (const { name, send } of transports) {
    try {
      await send(mail)
      return { state: 'taken', by: name, to: mail.to }
    } catch (fault) {
      answers.push({ name, fault })
    }
  }
  const isRefused = answers.every(({ fault }) => fault instanceof AddressRefused)
  const reasons = answers.map(
    ({ name, fault }) => `${transports.length > 1 ? `${servers[name]}: ` : ''}${reasonOf(fault)}`,
  )
  return { state: 'untaken', reason: reasons.join('\n'), to: mail.to, isRefused }
}

const servers: Record<TransportName, string> = {
  main: 'Main server',
  second: 'Second server',
  terminal: 'Terminal',
}

/** The server's answer without links, because a spam filter may quote a token. */
function reasonOf(fault: unknown): string {
  const reason = fault instanceof Error ? fault.message : String(fault)
  return reason.replace(/[\w-]{40,}/g, '…').slice(0, 250)
}

function compose(
  worker: WorkerActor,
  composers: Composers,
  mail: QueuedMail | AccountlessMail,
): Promise<ComposedMail> {
  if (mail.userId === null) return composers[mail.template](worker, mail)
  return composers[mail.template](worker, mail)
}

/** Publishes mail.attempted, which updates open pages. */
async function settle(
  worker: WorkerActor,
  outboxId: string,
  { mail: { userId }, attempts: attempt }: Begun,
  outcome: Outcome,
  sending: Sending,
) {
  const { noteAddress } = sending
  if (outcome.state === 'pointless') await note(worker, outboxId, { state: 'withdrawn' })
  if (outcome.state === 'taken') {
    const sent = {
      state: 'sent',
      sent_at: clock.now(),
      sent_to: outcome.to,
      last_error: null,
    } as const
    await note(worker, outboxId, { ...sent, transport: outcome.by })
    if (userId) await noteAddress(worker, userId, outcome.to, true)
  }
  if (outcome.state === 'untaken') {
    const { reason, to, isRefused } = outcome
    const state = stateAfter(outcome, sending)
    await note(worker, outboxId, { state, last_error: reason, sent_to: to })
    if (isRefused && userId && to) await noteAddress(worker, userId, to, false)
    // Without the reason: a server's answer may contain the address.
    log.warn('an email was not sent', { outboxId, attempt, state })
  }
  await publish(worker, { kind: 'mail.attempted', outboxId })
}

/** The state of an email after an attempt. One that was not sent waits for the next attempt, if there is one. */
function stateAfter(outcome: Outcome, { isLastAttempt }: Sending): Note['state'] {
  if (outcome.state === 'pointless') return 'withdrawn'
  if (outcome.state === 'taken') return 'sent'
  return isLastAttempt || outcome.isRefused ? 'failed' : 'queued'
}

type Note = {
  state: 'queued' | 'sent' | 'failed' | 'withdrawn'
  last_error?: string | null
  sent_at?: Date
  sent_to?: string | null
  transport?: TransportName
}

/** An accepted email is sent even if it was withdrawn; otherwise a withdrawal stays. */
async function note(worker: WorkerActor, outboxId: string, outcome: Note) {
  await worker.tx
    .updateTable('outbox')
    .set(outcome)
    .where('id', '=', outboxId)
    .$if(outcome.state !== 'sent', (query) => query.where('state', '=', 'queued'))
    .execute()
}
