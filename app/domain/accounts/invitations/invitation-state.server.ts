import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../../platform/database/database.server.ts'
import { hasMailTransport } from '../administration/mail-availability.server.ts'
import type { InvitationStatus } from './invitation.ts'

type Mail = {
  user_id: string
  state: string
  was_refused: boolean
  is_elsewhere: boolean
  created_at: Date
  sent_at: Date | null
}
type Link = { user_id: string; state: 'open' | 'expired' | 'used' | 'ended'; created_at: Date }

/** The state of each account's invitation by account id, from its newest email and link. Only for pending accounts. */
export async function invitationsOf(
  admin: AdminActor,
  userIds: string[],
): Promise<Map<string, InvitationStatus>> {
  if (userIds.length === 0) return new Map()
  const { rows: mails } = await sql<Mail>`
    select distinct on (user_id) user_id, state, attempts > 1 or last_error is not null as was_refused, created_at, sent_at,
      coalesce(sent_to <> (select email from auth.sign_in_account where id = user_id), false) as is_elsewhere
    from outbox
    where template = 'invitation' and user_id = any (${userIds}::uuid[])
    order by user_id, created_at desc, id desc`.execute(admin.tx)
  const { rows: links } = await sql<Link>`
    select user_id, state, created_at from auth.invitation_links(${userIds}::uuid[])`.execute(
    admin.tx,
  )
  const mailOf = new Map(mails.map((mail) => [mail.user_id, mail]))
  const linkOf = new Map(links.map((link) => [link.user_id, link]))
  const isHeld = mails.some(({ state }) => state === 'queued') && !(await hasMailTransport(admin))
  return new Map(userIds.map((id) => [id, standing(mailOf.get(id), linkOf.get(id), isHeld)]))
}

/** Each attempt mints a link, so an open link counts as delivered only when the email does. */
function standing(
  mail: Mail | undefined,
  link: Link | undefined,
  isHeld: boolean,
): InvitationStatus {
  if (mail?.state === 'queued' && isHeld) return { state: 'held', at: mail.created_at }
  // The first attempt is counted when it begins, before it can fail.
  if (mail?.state === 'queued')
    return { state: mail.was_refused ? 'trying' : 'sending', at: mail.created_at }
  // Changing the address ended the link; it was not withdrawn.
  if (mail?.is_elsewhere && link?.state !== 'open')
    return { state: 'moved', at: mail.sent_at ?? mail.created_at }
  if (mail?.state === 'failed') return { state: 'undelivered', at: mail.created_at }
  const at = mail?.sent_at ?? link?.created_at ?? null
  if (link?.state === 'open') return { state: 'sent', at }
  if (link?.state === 'expired') return { state: 'expired', at }
  return { state: mail || link ? 'withdrawn' : 'none', at }
}

/** Whether this account waits for its first password. For reactions. */
export async function needsInvitation(actor: Actor, userId: string): Promise<boolean> {
  const found = await actor.tx
    .selectFrom('auth.sign_in_account')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'pending')
    .where('has_password', '=', false)
    .executeTakeFirst()
  return found !== undefined
}
