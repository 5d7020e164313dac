import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { config } from '../../../platform/config.server.ts'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { publish } from '../../../platform/events.server.ts'
import { tokenHash } from '../invitations/invitations.server.ts'
import { type LinkPurpose, linkAddress } from './link-address.server.ts'

export type LinkShown = { link: string } | { refused: LinkRefusal }

/** `deliverable` was sent or is on its way; `pointless` would not work. */
export type LinkRefusal =
  | 'unknown'
  | 'deliverable'
  | 'administrator'
  | 'inactive'
  | 'pointless'
  | 'not-allowed'

/**
 * Mints the link of an undeliverable email for an administrator to pass on; earlier links end and none is stored.
 * Refused for administrators' accounts. Audited. Publishes account.link-made, which notifies the person.
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

/** `mail-works`: it is emailed instead. */
export type InvitationLinkShown =
  | { link: string }
  | { refused: 'unknown' | 'administrator' | 'not-pending' | 'not-allowed' | 'mail-works' }

/**
 * Mints an invitation link for an administrator to pass on, only without a mail server. Earlier
 * links end. Audited. Publishes account.link-made, which notifies the person.
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
