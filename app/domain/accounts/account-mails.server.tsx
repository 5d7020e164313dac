import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { config } from '../../platform/config.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { companyFacts } from '../company/company.server.ts'
import type { Company } from '../company/company.ts'
import { contactHint, contactSentence } from '../company/contact.ts'
import { MailLayout, MailLink, MailText } from '../outbox/mail-layout.tsx'
import type { AccountMail, ComposedMail, Composer, QueuedMail } from '../outbox/outbox.server.ts'
import type { AccountRole } from './account.ts'
import { tokenHash } from './invitations/invitations.server.ts'
import { type AccountNotice, newDeviceTexts, noticeTexts } from './notice-words.ts'
import { formerEmail } from './recovery/former-address.server.ts'
import { linkAddress } from './recovery/link-address.server.ts'
import { linkLifetime } from './recovery/link-lifetime.server.ts'

type Person = { email: string; name: string; is_open: boolean; is_confirmed: boolean }
type Invitee = { role: AccountRole; is_pending: boolean }

/** Mints the recovery link when the email is composed, which ends earlier links. Null for a closed account. */
async function composeRecovery(worker: WorkerActor, { userId }: QueuedMail): Promise<ComposedMail> {
  const person = await findPerson(worker, userId)
  if (!person?.is_open) return null
  const company = await companyFacts(worker)
  const lifetime = await linkLifetime(worker, 'recovery')
  const token = await mintLink(worker, userId, 'recovery')
  return {
    to: person.email,
    subject: `Set a new password for your ${company.name} account`,
    body: (
      <MailLayout
        company={company.name}
        preview="The link you asked for is inside"
        title="Set a new password"
      >
        <MailText>
          Someone asked for a new password for your account at {company.name}. If it was you, choose
          it here. The link works once and for {lifetime}; earlier ones no longer work.
        </MailText>
        <MailLink href={linkAddress('recovery', token)}>Set a new password</MailLink>
        <MailText>
          If it was not you, ignore this email; your password is unchanged. Questions?{' '}
          {contactSentence(company.supportEmail)}
        </MailText>
      </MailLayout>
    ),
  }
}

/** Mints the confirmation link when composed. Null for a closed account or an address already confirmed. */
async function composeConfirmation(
  worker: WorkerActor,
  { userId }: QueuedMail,
): Promise<ComposedMail> {
  const person = await findPerson(worker, userId)
  if (!person?.is_open || person.is_confirmed) return null
  const { is_pending: isPending } = await findInvitee(worker, userId)
  const company = await companyFacts(worker)
  const lifetime = await linkLifetime(worker, 'confirmation')
  const token = await mintLink(worker, userId, 'confirmation')
  return {
    to: person.email,
    subject: `Confirm your email address for ${company.name}`,
    body: (
      <MailLayout
        company={company.name}
        preview="Confirm your address"
        title="Confirm your email address"
      >
        <MailText>
          This is the address of your account at {company.name}. Confirm that it is yours
          {isPending ? '' : '; you can then sign in with it'}. The link works once and for{' '}
          {lifetime}.
        </MailText>
        {isPending && (
          <MailText>
            You cannot sign in yet: you have no password. Choose one with the invitation that is
            emailed to you separately.
          </MailText>
        )}
        <MailLink href={linkAddress('confirmation', token)}>Confirm my address</MailLink>
        <MailText>
          If you have no account with us, ignore this email. Questions?{' '}
          {contactSentence(company.supportEmail)}
        </MailText>
      </MailLayout>
    ),
  }
}

/** Account notices contain no link or secret, and also go to closed accounts. */
function notice(template: AccountNotice): Composer {
  return async (worker, { userId, subjectId }) => {
    const person = await findPerson(worker, userId)
    const to =
      template === 'email-changed' ? await formerEmail(worker, subjectId ?? userId) : person?.email
    if (!person || !to) return null
    const company = await companyFacts(worker)
    const { role } = await findInvitee(worker, userId)
    const { subject, ...words } = noticeTexts(template, company, role)
    return { to, subject, body: <Notice company={company} {...words} /> }
  }
}

/** Null when the device was forgotten before the email was sent. */
async function composeNewDevice(
  worker: WorkerActor,
  { userId, subjectId }: QueuedMail,
): Promise<ComposedMail> {
  const person = await findPerson(worker, userId)
  const { rows } = await sql<{ name: string | null; at: Date }>`
    select name, at from auth.device_for_mail(${subjectId})`.execute(worker.tx)
  const [device] = rows
  if (!person || !device) return null
  const company = await companyFacts(worker)
  const { subject, ...words } = newDeviceTexts(company, device)
  return { to: person.email, subject, body: <Notice company={company} {...words} /> }
}

type NoticeProps = { company: Company; title: string; lines: readonly string[]; signsIn?: boolean }

function Notice({ company, title, lines, signsIn = false }: NoticeProps) {
  return (
    <MailLayout company={company.name} preview={title} title={title}>
      {lines.map((line) => (
        <MailText key={line}>{line}</MailText>
      ))}
      {signsIn && <MailLink href={`${config.origin}/login`}>Sign in</MailLink>}
      <MailText>
        If you did not expect this, {contactHint(company.supportEmail)} immediately.
      </MailText>
    </MailLayout>
  )
}

/** The composer of each email that concerns an account. */
export const accountMails: Record<AccountMail, Composer> = {
  recovery: composeRecovery,
  confirmation: composeConfirmation,
  'email-changed': notice('email-changed'),
  'password-set': notice('password-set'),
  'role-changed': notice('role-changed'),
  'second-factor-reset': notice('second-factor-reset'),
  'link-made': notice('link-made'),
  'password-changed': notice('password-changed'),
  'second-factor-on': notice('second-factor-on'),
  'second-factor-off': notice('second-factor-off'),
  'recovery-codes-renewed': notice('recovery-codes-renewed'),
  'passkey-added': notice('passkey-added'),
  'passkey-removed': notice('passkey-removed'),
  'new-device': composeNewDevice,
}

async function findPerson(worker: WorkerActor, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select email, name, is_open, is_confirmed from auth.mail_account(${userId})`.execute(worker.tx)
  return rows[0]
}

/** What the office has made of this account: its role, and whether it was never opened. */
async function findInvitee(worker: WorkerActor, userId: string): Promise<Invitee> {
  const { rows } = await sql<Invitee>`select role, is_pending from auth.invitee(${userId})`.execute(
    worker.tx,
  )
  return rows[0] ?? { role: 'investor', is_pending: false }
}

async function mintLink(
  worker: WorkerActor,
  userId: string,
  purpose: 'recovery' | 'confirmation',
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await sql`select auth.mint_link(${userId}, ${purpose}, ${tokenHash(token)}, ${sql.ref(`${purpose}_lifetime`)})
    from installation`.execute(worker.tx)
  return token
}
