import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { tokenHash } from './invitations.server.ts'
import { type LinkPurpose, linkAddress } from './link-address.server.ts'

/** The link, to be shown once and kept nowhere; or why there is none, in the words of invitations.functions.sql. */
export type LinkHandedOut = { link: string } | { refused: LinkRefusal }

/** `deliverable` is a mail that was sent or is on its way; `pointless` is a link that would open nothing. */
export type LinkRefusal = 'unknown' | 'deliverable' | 'administrator' | 'inactive' | 'pointless' | 'not-allowed'

/**
 * Mints the link of a mail that could not be delivered, for an administrator to give to the person in another way
 * (decisions §2). Earlier links end, each call is audited, and asking again mints another: nothing keeps the first.
 * Refused for an administrator's account. Publishes account.link-made, which tells the person.
 */
export async function handOutLink(admin: AdminActor, mailId: string): Promise<LinkHandedOut> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await sql<Answer>`
    select answer, user_id, purpose from auth.hand_out_link(${mailId}, ${tokenHash(token)})`.execute(admin.tx)
  const [made] = rows
  if (made?.answer !== 'made') return { refused: made?.answer ?? 'unknown' }
  await publish(admin, { kind: 'account.link-made', userId: made.user_id })
  return { link: linkAddress(made.purpose, token) }
}

type Answer =
  | { answer: 'made'; user_id: string; purpose: LinkPurpose }
  | { answer: LinkRefusal; user_id: null; purpose: null }
