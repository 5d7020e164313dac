import { sql } from 'kysely'
import type { ReactElement } from 'react'
import { render } from 'react-email'
import { clock } from '../../platform/clock.server.ts'
import type { Actor, WorkerActor } from '../../platform/database.server.ts'
import { enqueue, unfinishedJobs } from '../../platform/jobs.server.ts'
import { log } from '../../platform/log.server.ts'
import type { MailTransport } from '../../platform/mail.server.ts'

/**
 * What the outbox keeps of a mail to somebody with an account: never a text, an address or a token (decisions §2). Each
 * template is composed by the domain it speaks of.
 */
export type QueuedMail = {
  template: 'invitation' | 'receipt' | AccountMail
  userId: string
  subjectId: string | null
}
/** What concerns somebody's account and nothing else. The subject of `email-changed` is the former address, which it goes to. */
export type AccountMail =
  | 'recovery'
  | 'confirmation'
  | 'email-changed'
  | 'password-set'
  | 'second-factor-reset'
  | 'link-made'
/** What it keeps of a mail about an inquiry, which goes to no account: the composer finds the address. */
export type InquiryMail = { template: 'inquiry' | 'acknowledgement'; userId: null; subjectId: string }
/** A composed mail, or null when it has become pointless (an account that was closed meanwhile). */
export type ComposedMail = { to: string; replyTo?: string; subject: string; body: ReactElement } | null
/** Writes the mail as things are now; links are minted here, so that each attempt replaces the last one's. */
export type Composer<Mail = QueuedMail> = (worker: WorkerActor, mail: Mail) => Promise<ComposedMail>
/** The composer of each template there is. */
export type Composers = Record<QueuedMail['template'], Composer> &
  Record<InquiryMail['template'], Composer<InquiryMail>>

/** Queues a mail in the transaction of what caused it. Written by reactions and by accounts only (house rule 6). */
export async function queueMail(actor: Actor, mail: QueuedMail | InquiryMail): Promise<void> {
  const { id } = await actor.tx
    .insertInto('outbox')
    .values({ template: mail.template, user_id: mail.userId, subject_id: mail.subjectId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(actor, 'send-mail', { outboxId: id })
}

type AsWorker = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>
type Sending = {
  asWorker: AsWorker
  composers: Composers
  transport: MailTransport | null
  isLastAttempt: boolean
}

/** The text of a mail has its title as it is written, and the link of a button once: it stands below the button. */
const asText = {
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'a', options: { ignoreHref: true } },
  ],
}

/**
 * Sends one mail of the outbox: composes it in one transaction, hands it over outside of any, and notes the outcome in
 * another. A process that dies in between sends again under the same Message-ID. Throws when it could not be composed or
 * handed over, so that the job is tried again; after the last attempt the mail stays in the outbox as failed. Without a
 * transport nothing is composed and no link minted: the mail waits for a start with one (`requeueWaitingMail`).
 */
export async function sendQueuedMail(
  outboxId: string,
  { asWorker, composers, transport, isLastAttempt }: Sending,
): Promise<void> {
  if (!transport) return
  const begun = await asWorker((worker) => beginAttempt(worker, outboxId))
  if (!begun) return
  try {
    const composed = await asWorker(async (worker) => {
      const made = await compose(worker, composers, begun.mail)
      if (!made) await setState(worker, outboxId, { state: 'withdrawn' })
      return made
    })
    if (!composed) return
    const { body, ...envelope } = composed
    const [html, text] = await Promise.all([render(body), render(body, { plainText: true, htmlToTextOptions: asText })])
    await transport.send({ ...envelope, html, text, messageId: outboxId })
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    const state = isLastAttempt ? 'failed' : 'queued'
    await asWorker((worker) => setState(worker, outboxId, { state, last_error: reason.slice(0, 500) }))
    // Not the reason: a server's answer may name the address.
    log.warn('a mail was not sent', { outboxId, attempt: begun.attempt, state })
    throw fault
  }
  await asWorker((worker) => setState(worker, outboxId, { state: 'sent', sent_at: clock.now(), last_error: null }))
}

/**
 * Queues anew what waits in the outbox and has no job: mail that was caused while there was no transport, or whose job
 * was lost. For the start of a worker; of two at once the second waits, and finds the jobs of the first.
 */
export async function requeueWaitingMail(worker: WorkerActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi outbox'))`.execute(worker.tx)
  const waiting = await worker.tx.selectFrom('outbox').select('id').where('state', '=', 'queued').execute()
  const underway = new Set((await unfinishedJobs(worker, 'send-mail')).map(({ outboxId }) => outboxId))
  for (const { id } of waiting) if (!underway.has(id)) await enqueue(worker, 'send-mail', { outboxId: id })
}

async function beginAttempt(worker: WorkerActor, outboxId: string) {
  const row = await worker.tx
    .updateTable('outbox')
    .set((column) => ({ attempts: sql`${column.ref('attempts')} + 1` }))
    .where('id', '=', outboxId)
    .where('state', '=', 'queued')
    .returning(['template', 'user_id', 'subject_id', 'attempts'])
    .executeTakeFirst()
  if (!row) return null
  const { template, user_id: userId, subject_id: subjectId, attempts } = row
  // A constraint of the table ties the templates to what they name.
  return { mail: { template, userId, subjectId } as QueuedMail | InquiryMail, attempt: attempts }
}

function compose(worker: WorkerActor, composers: Composers, mail: QueuedMail | InquiryMail): Promise<ComposedMail> {
  if (mail.userId === null) return composers[mail.template](worker, mail)
  return composers[mail.template](worker, mail)
}

type Outcome = {
  state?: 'queued' | 'sent' | 'failed' | 'withdrawn'
  last_error?: string | null
  sent_at?: Date
}

async function setState(worker: WorkerActor, outboxId: string, outcome: Outcome) {
  await worker.tx.updateTable('outbox').set(outcome).where('id', '=', outboxId).execute()
}
