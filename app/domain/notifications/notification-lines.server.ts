import type { AdminActor } from '../../platform/database/database.server.ts'

/** Notifications with the columns of their export, in any order, without counts of copies, which may be millions. */
export function notificationLines(admin: AdminActor, ids: string[]) {
  return admin.tx
    .selectFrom('notification')
    .leftJoin('project', 'project.id', 'notification.project_id')
    .leftJoin('investor', 'investor.id', 'notification.investor_id')
    .select([
      'notification.id',
      'notification.title',
      'notification.message',
      'notification.notification_type as type',
    ])
    .select([
      'notification.audience',
      'notification.sent_at',
      'notification.edited_at',
      'notification.by_email',
    ])
    .select([
      'project.name as project',
      'investor.full_name as investor',
      'investor.email as investor_email',
    ])
    .where('notification.id', 'in', ids)
    .execute()
}
