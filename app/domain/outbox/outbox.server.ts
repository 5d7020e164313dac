import type { ReactElement } from 'react'
import { render } from 'react-email'
import { clock } from '../../platform/clock.server.ts'
import type { Actor, WorkerActor } from '../../platform/database.server.ts'
import { enqueue } from '../../platform/jobs.server.ts'
import type { MailTransport } from '../../platform/mail.server.ts'

/** The mails there are. Each is composed by the domain it speaks of. */
export type Template = 'invitation' | 'receipt'
/** What the outbox keeps of a mail: never a text, an address or a token (decisions §2). */
export type QueuedMail = { template: Template; userId: string; subjectId: string | null }
/** A composed mail, or null when it has become pointless (an account that was closed meanwhile). */
export type ComposedMail = { to: string; subject: string; body: ReactElement } | null
/** Writes the mail as things are now; links are minted here, so that each attempt replaces the last one's. */
export type Composer = (worker: WorkerActor, mail: QueuedMail) => Promise<ComposedMail>

/** Queues a mail in the transaction of what caused it. Written by reactions and by accounts only (house rule 6). */
export async function queueMail(actor: Actor, mail: QueuedMail): Promise<void> {
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
  composers: Record<Template, Composer>
  transport: MailTransport | null
  isLastAttempt: boolean
}

/**
 * Sends one mail of the outbox: composes it in one transaction, hands it over outside of any, and notes the outcome in
 * another. A process that dies in between sends again under the same Message-ID. Throws when the transport did not take
 * it, so that the job is tried again; after the last attempt the mail stays in the outbox as failed.
 */
export async function sendQueuedMail(
  outboxId: string,
  { asWorker, composers, transport, isLastAttempt }: Sending,
): Promise<void> {
  const composed = await asWorker((worker) => composeMail(worker, outboxId, composers))
  if (!composed) return
  const { to, subject, body } = composed
  try {
    if (!transport) throw new Error('No mail transport is set up (SMTP_URL).')
    const [html, text] = await Promise.all([render(body), render(body, { plainText: true })])
    await transport.send({ to, subject, html, text, messageId: outboxId })
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    const state = isLastAttempt ? 'failed' : 'queued'
    await asWorker((worker) => setState(worker, outboxId, { state, last_error: reason.slice(0, 500) }))
    throw fault
  }
  await asWorker((worker) => setState(worker, outboxId, { state: 'sent', sent_at: clock.now(), last_error: null }))
}

async function composeMail(worker: WorkerActor, outboxId: string, composers: Record<Template, Composer>) {
  const row = await worker.tx
    .selectFrom('outbox')
    .select(['template', 'user_id', 'subject_id', 'state', 'attempts'])
    .where('id', '=', outboxId)
    .forUpdate()
    .executeTakeFirst()
  if (!row?.user_id || row.state === 'sent' || row.state === 'withdrawn') return null
  const template = row.template as Template
  const composed = await composers[template](worker, { template, userId: row.user_id, subjectId: row.subject_id })
  if (!composed) await setState(worker, outboxId, { state: 'withdrawn' })
  else await setState(worker, outboxId, { attempts: row.attempts + 1 })
  return composed
}

type Outcome = {
  state?: 'queued' | 'sent' | 'failed' | 'withdrawn'
  attempts?: number
  last_error?: string | null
  sent_at?: Date
}

async function setState(worker: WorkerActor, outboxId: string, outcome: Outcome) {
  await worker.tx.updateTable('outbox').set(outcome).where('id', '=', outboxId).execute()
}
