import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { config } from '../../../platform/config.server.ts'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { tokenHash } from '../invitations/invitations.server.ts'
import { type LinkPurpose, linkAddress } from './link-address.server.ts'

/** The link, to be shown once and kept nowhere; or why there is none, in the words of invitations.functions.sql. */
export type LinkShown = { link: string } | { refused: LinkRefusal }

/** `deliverable` is a mail that was sent or is on its way; `pointless` is a link that would open nothing. */
export type LinkRefusal =
  | 'unknown'
  | 'deliverable'
  | 'administrator'
  | 'inactive'
  | 'pointless'
  | 'not-allowed'

/**
 * Mints the link of a mail that could not be delivered, for an administrator to give to the person in another way.
 * Earlier links end, each call is audited, and asking again mints another: nothing keeps the first. Refused for an
 * administrator's account. Publishes account.link-made, which tells the person.
 */
export async function showMailLink(admin: AdminActor, mailId: string): Promise<LinkShown> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql<Answer>`
    select answer, user_id, purpose from auth.hand_out_link(${mailId}, ${tokenHash(token)})`.execute(
    admin.tx,
  )
  const [made] = rows
  if (made?.answer !== 'made') return { refused: made?.answer ?? 'unknown' }
  await publish(admin, { kind: 'account.link-made', userId: made.user_id })
  return { link: linkAddress(made.purpose, token) }
}

/** The invitation link, shown once; or why there is none. `mail-works`: it is mailed instead. */
export type InvitationLinkShown =
  | { link: string }
  | { refused: 'unknown' | 'administrator' | 'not-pending' | 'not-allowed' | 'mail-works' }

/**
 * Mints an invitation link for an administrator to pass on, only while no mail server is set up. Earlier links end and a
 * waiting mail is withdrawn. Audited; nothing keeps the link. Publishes account.link-made, which tells the person.
 */
export async function showInvitationLink(
  admin: AdminActor,
  userId: string,
): Promise<InvitationLinkShown> {
  if (config.smtpUrl !== null) return { refused: 'mail-works' }
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql<{
    answer: 'made' | 'unknown' | 'administrator' | 'not-pending' | 'not-allowed'
  }>`
    select auth.hand_out_invitation(${userId}, ${tokenHash(token)}) as answer`.execute(admin.tx)
  const answer = rows[0]?.answer ?? 'unknown'
  if (answer !== 'made') return { refused: answer }
  await publish(admin, { kind: 'account.link-made', userId })
  return { link: linkAddress('invitation', token) }
}

type Answer =
  | { answer: 'made'; user_id: string; purpose: LinkPurpose }
  | { answer: LinkRefusal; user_id: null; purpose: null }
