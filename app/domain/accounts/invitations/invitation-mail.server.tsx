import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { WorkerActor } from '../../../platform/database/database.server.ts'
import { companyFacts } from '../../company/company.server.ts'
import { contactHint } from '../../company/contact.ts'
import { MailLayout, MailLink, MailText } from '../../outbox/mail-layout.tsx'
import type { ComposedMail, QueuedMail } from '../../outbox/outbox.server.ts'
import {
  instructionsForMail,
  MailHowToPay,
} from '../../payment-accounts/how-to-pay-mail.server.tsx'
import { linkAddress } from '../recovery/link-address.server.ts'
import { invitationLifetime, tokenHash } from './invitations.server.ts'

type Invitee = { email: string; name: string; role: 'admin' | 'investor'; is_pending: boolean }

/** Mints the link when composed, which ends an earlier one. Null for an account that is no longer pending. */
export async function composeInvitation(
  worker: WorkerActor,
  mail: QueuedMail,
): Promise<ComposedMail> {
  const { rows } = await sql<Invitee>`
    select email, name, role, is_pending from auth.invitee(${mail.userId})`.execute(worker.tx)
  const [person] = rows
  if (!person?.is_pending) return null
  const token = randomBytes(32).toString('base64url')
  await sql`select auth.mint_link(${mail.userId}, 'invitation', ${tokenHash(token)}, invitation_lifetime) from installation`.execute(
    worker.tx,
  )
  const company = await companyFacts(worker)
  const lifetime = await invitationLifetime(worker)
  const instructions = await instructionsForMail(worker, { userId: mail.userId })
  return {
    to: person.email,
    subject: `Your ${company.name} ${person.role === 'admin' ? 'administrator' : 'investor'} account`,
    body: (
      <MailLayout
        company={company.name}
        preview="Set your password to open your account"
        title={`Welcome, ${person.name}`}
      >
        <MailText>
          {company.name} has opened an account for you, where you can {whatTheyDo[person.role]}
        </MailText>
        <MailText>Choose a password to open it. The link works once and for {lifetime}.</MailText>
        <MailLink href={linkAddress('invitation', token)}>Set my password</MailLink>
        <MailHowToPay instructions={instructions} />
        <MailText>
          If you did not expect this email, ignore it or {contactHint(company.supportEmail)}.
        </MailText>
      </MailLayout>
    ),
  }
}

const whatTheyDo = {
  investor: 'see your investments, payments and documents at any time.',
  admin: 'manage investors, projects and payments.',
}
