import type { AdminActor } from '../../platform/database/database.server.ts'

/** Projects with the columns of their export, in any order. */
export function projectLines(admin: AdminActor, ids: string[]) {
  return admin.tx
    .selectFrom('project')
    .select([
      'id',
      'name',
      'location',
      'slug',
      'status',
      'total_value_cents',
      'progress_percent',
      'description',
    ])
    .select([
      'started_on',
      'completion_on',
      'completion_text',
      'minimum_cents',
      'target_cents',
      'published',
    ])
    .select(['archived_at', 'risk_text', 'fees_text', 'custody_text', 'refund_text'])
    .select(['payout_text', 'latitude', 'longitude'])
    .where('id', 'in', ids)
    .execute()
}
