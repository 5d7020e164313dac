import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { companyFacts } from '../company/company.server.ts'
import { MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import type { AccountlessMail, ComposedMail } from '../outbox/outbox.server.ts'

/** Emails the link that confirms an address for a waiting list; null once it is confirmed or deleted. */
export async function composeWaitingListConfirm(
  worker: WorkerActor,
  { subjectId }: AccountlessMail,
): Promise<ComposedMail> {
  const entry = await findEntry(worker, subjectId)
  if (!entry || entry.confirmed_at) return null
  const { name } = await companyFacts(worker)
  return {
    to: entry.email,
    subject: `${entry.project}: join the waiting list`,
    body: (
      <MailLayout
        company={name}
        preview={`Hear when something in ${entry.project} becomes available`}
        title="Join the waiting list"
      >
        <MailText>
          Confirm that you would like an email when something in {entry.project} becomes available
          again.
        </MailText>
        <MailLink href={`${config.origin}/investment/${entry.slug}/waiting-list/${subjectId}`}>
          Join the waiting list
        </MailLink>
        <MailText>
          If you did not ask for it, someone entered your address by mistake; ignore this email, and
          nothing happens.
        </MailText>
      </MailLayout>
    ),
  }
}

/** Says that something is free again; null when it was deleted. */
export async function composeWaitingListFree(
  worker: WorkerActor,
  { subjectId }: AccountlessMail,
): Promise<ComposedMail> {
  const entry = await findEntry(worker, subjectId)
  if (!entry) return null
  const { name } = await companyFacts(worker)
  return {
    to: entry.email,
    subject: `${entry.project}: something is available again`,
    body: (
      <MailLayout
        company={name}
        preview={`Something in ${entry.project} is available`}
        title={`Something in ${entry.project} is available`}
      >
        <MailText>
          You asked us to tell you when something in {entry.project} becomes available. Something is
          now. Nothing is reserved for you, and others on the list get this email too.
        </MailText>
        <MailLink href={`${config.origin}/investment/${entry.slug}`}>See the project</MailLink>
        <MailText>You are no longer on the list and will get no more emails about it.</MailText>
      </MailLayout>
    ),
  }
}

function findEntry(worker: WorkerActor, entryId: string) {
  return worker.tx
    .selectFrom('waiting_list_entry as entry')
    .innerJoin('project', 'project.id', 'entry.project_id')
    .select(['entry.email', 'entry.confirmed_at', 'project.slug', 'project.name as project'])
    .where('entry.id', '=', entryId)
    .executeTakeFirst()
}
