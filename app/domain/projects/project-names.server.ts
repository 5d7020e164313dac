import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import { isId } from '../../values/id.ts'

/** Every project by its name, archived ones last, for a filter. */
export function listProjectNames({ tx }: AdminActor): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('project')
    .select(['id', 'name'])
    .orderBy('archived_at', (order) => order.asc().nullsFirst())
    .orderBy(byName('name'))
    .execute()
}

type Named = { id: string; name: string }

/** More are found by their name, and from the project's page. */
const mostOffered = 200

/**
 * The projects that a filter offers, by name: those not archived, at most 200, and the chosen one. An unknown id chooses
 * none.
 */
export async function projectFilter(
  { tx }: AdminActor,
  projectId: string,
): Promise<{ project: Named | null; projects: Named[] }> {
  const offered = await tx
    .selectFrom('project')
    .select(['id', 'name'])
    .where('archived_at', 'is', null)
    .orderBy(byName('name'))
    .limit(mostOffered)
    .execute()
  if (!isId(projectId)) return { project: null, projects: offered }
  const known = offered.find(({ id }) => id === projectId)
  if (known) return { project: known, projects: offered }
  const other = await tx
    .selectFrom('project')
    .select(['id', 'name'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  return other
    ? { project: other, projects: [...offered, other] }
    : { project: null, projects: offered }
}
