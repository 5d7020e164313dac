import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { lockAudienceForMessage } from '../investors/audience-lock.server.ts'
import {
  type Audience,
  audienceIds,
  audienceOf,
  belongsTo,
  readAudience,
} from './audience.server.ts'
import { lockDelivery } from './deliver-notification.server.ts'
import type { EditNotificationInput } from './notification-schema.ts'
import { findNotification, type NotificationInFull } from './notifications.server.ts'

/** `version-conflict` carries the stored state. */
export type NotificationEdited =
  | { notificationId: string }
  | {
      refused:
        | 'not-found'
        | 'nobody'
        | 'investor-missing'
        | 'investor-unknown'
        | 'recipients-unknown'
    }
  | { refused: 'version-conflict'; now: NotificationInFull }

/**
 * Changes text and audience. Those who leave the audience lose their copy; others keep it unless `unreadAgain`. Not
 * emailed again. Refused for an outdated `version`. Publishes notification.changed.
 */
export async function editNotification(
  admin: AdminActor,
  notificationId: string,
  input: EditNotificationInput,
): Promise<NotificationEdited> {
  await lockDelivery(admin, notificationId)
  const now = await findNotification(admin, notificationId)
  if (!now) return { refused: 'not-found' }
  if (now.version !== input.version) return { refused: 'version-conflict', now }
  const former = audienceOf(now)
  const audience = await nextAudience(admin, former, input)
  if ('refused' in audience) return audience
  const hasNewAudience = !isSame(former, audience)
  if (
    !hasNewAudience &&
    !input.unreadAgain &&
    input.title === now.title &&
    input.message === now.message
  )
    return { notificationId }
  await admin.tx
    .updateTable('notification')
    .set({
      title: input.title,
      message: input.message,
      ...(hasNewAudience && {
        notification_type: audience.projectId ? ('project' as const) : ('general' as const),
        audience: audience.audience,
        project_id: audience.projectId,
        investor_id: audience.investorId,
      }),
      ...(input.unreadAgain && { cleared_at: null }),
      edited_at: clock.now(),
      version: now.version + 1,
    })
    .where('id', '=', notificationId)
    .execute()
  if (hasNewAudience) await withdrawCopies(admin, notificationId, audience)
  if (input.unreadAgain) await showAsUnread(admin, notificationId)
  await publish(admin, {
    kind: 'notification.changed',
    notificationId,
    projectId: audience.projectId,
    investorId: audience.investorId,
    formerProjectId: former.projectId,
    formerInvestorId: former.investorId,
    elsewhere: hasNewAudience,
  })
  return { notificationId }
}

/** An unchanged audience is not checked again: its project may be archived by now. */
async function nextAudience(
  admin: AdminActor,
  former: Audience,
  input: EditNotificationInput,
): Promise<Audience | Extract<NotificationEdited, { refused: string }>> {
  if (input.recipients === 'investor' && input.investorId === null)
    return { refused: 'investor-missing' }
  const asBefore =
    input.recipients === (former.projectId ?? former.audience) &&
    (former.audience !== 'investor' || input.investorId === former.investorId)
  if (asBefore) return former
  const audience = await readAudience(admin, input)
  if (!audience)
    return { refused: input.recipients === 'investor' ? 'investor-unknown' : 'recipients-unknown' }
  if (isSame(former, audience)) return former
  if (audience.audience === 'all' || audience.audience === 'active')
    await lockAudienceForMessage(admin)
  const [somebody] = await audienceIds(admin, audience, { count: 1 })
  return somebody ? audience : { refused: 'nobody' }
}

function isSame(left: Audience, right: Audience): boolean {
  return (
    left.audience === right.audience &&
    left.projectId === right.projectId &&
    left.investorId === right.investorId
  )
}

/** Deletes the copies of former members of the audience. */
async function withdrawCopies(
  admin: AdminActor,
  notificationId: string,
  audience: Audience,
): Promise<void> {
  await admin.tx
    .deleteFrom('notification_recipient')
    .where('notification_id', '=', notificationId)
    .where(sql<boolean>`investor_id not in (${belongsTo(admin, audience)})`)
    .execute()
}

async function showAsUnread(admin: AdminActor, notificationId: string): Promise<void> {
  await admin.tx
    .updateTable('notification_recipient')
    .set({ read_at: null })
    .where('notification_id', '=', notificationId)
    .where('read_at', 'is not', null)
    .execute()
}

export type NotificationDeleted = { deleted: true } | { refused: 'not-found' | 'version-conflict' }

/** Deletes a notification, its copies and waiting emails; the audit log keeps it. Publishes notification.deleted. */
export async function deleteNotification(
  admin: AdminActor,
  notificationId: string,
  version: number,
): Promise<NotificationDeleted> {
  await lockDelivery(admin, notificationId)
  const now = await findNotification(admin, notificationId)
  if (!now) return { refused: 'not-found' }
  if (now.version !== version) return { refused: 'version-conflict' }
  await admin.tx.deleteFrom('notification').where('id', '=', notificationId).execute()
  const { projectId, investorId } = audienceOf(now)
  await publish(admin, { kind: 'notification.deleted', notificationId, projectId, investorId })
  return { deleted: true }
}
