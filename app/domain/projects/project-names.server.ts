import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'

/** Every project by its name, archived ones last, for a filter. */
export function listProjectNames({ tx }: AdminActor): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('project')
    .select(['id', 'name'])
    .orderBy('archived_at', (order) => order.asc().nullsFirst())
    .orderBy(byName('name'))
    .execute()
}
