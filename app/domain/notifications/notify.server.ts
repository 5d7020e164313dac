import { clock } from '../../platform/clock.server.ts'
import type { Actor } from '../../platform/database.server.ts'

/** Written by a reaction about one investor: what it says, and what it is about. */
export type PersonalNotification = {
  investorId: string
  title: string
  message: string
  notificationType: 'general' | 'project' | 'investment' | 'document' | 'alert'
}

/** Sends one investor a notification, unread, in the transaction of what it tells of (MIV-040). For reactions. */
export async function notifyInvestor(
  actor: Actor,
  { investorId, title, message, notificationType }: PersonalNotification,
) {
  const { id } = await actor.tx
    .insertInto('notification')
    .values({ title, message, notification_type: notificationType, audience: 'investor', investor_id: investorId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deliver(actor, id, [investorId])
}

/** Gives each of these investors their own unread copy. For reactions; large audiences go through the worker. */
export async function deliver(actor: Actor, notificationId: string, investorIds: string[]): Promise<void> {
  if (investorIds.length === 0) return
  const sent_at = clock.now()
  const copies = investorIds.map((investor_id) => ({ notification_id: notificationId, investor_id, sent_at }))
  await actor.tx.insertInto('notification_recipient').values(copies).execute()
}
