import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database.server.ts'
import { companyFacts } from '../company/company.server.ts'
import { MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import type { ComposedMail, QueuedMail } from '../outbox/outbox.server.ts'
import { invitationLifetime, tokenHash } from './invitations.server.ts'

/**
 * The mail that invites somebody to set their first password (decisions §2). Mints its link now, valid as long as the
 * installation says, and ends the link of an earlier attempt. Null for an account that was closed meanwhile.
 */
export async function composeInvitation(worker: WorkerActor, mail: QueuedMail): Promise<ComposedMail> {
  const { rows } = await sql<{ email: string; name: string; status: string }>`
    select email, name, status from auth.mail_address(${mail.userId})`.execute(worker.tx)
  const [person] = rows
  if (person?.status !== 'pending') return null
  const token = randomBytes(32).toString('base64url')
  await sql`select auth.mint_link(${mail.userId}, 'invitation', ${tokenHash(token)}, invitation_lifetime) from installation`.execute(
    worker.tx,
  )
  const company = await companyFacts(worker)
  const lifetime = await invitationLifetime(worker)
  return {
    to: person.email,
    subject: `Your ${company.name} investor account`,
    body: (
      <MailLayout
        company={company.name}
        preview="Set your password to open your account"
        title={`Welcome, ${person.name}`}
      >
        <MailText>
          {company.name} has opened an account for you. There you see your investments, payments and documents at any
          time.
        </MailText>
        <MailText>Choose a password to open it. The link works once and for {lifetime}.</MailText>
        <MailLink href={`${config.origin}/invitation/${token}`}>Set my password</MailLink>
        <MailText>If you did not expect this mail, leave it alone or write to {company.supportEmail}.</MailText>
      </MailLayout>
    ),
  }
}
