import { findUpdate } from '../../../../domain/projects/progress-updates.server.ts'
import { adminQuery, type Context, notFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'

/** Throws a 404 when the project has no such update. */
export async function requireUpdate(
  context: Context,
  { projectId, updateId }: { projectId: string; updateId: string },
) {
  return adminQuery(context, async (admin) => {
    const update =
      isId(projectId) && isId(updateId) ? await findUpdate(admin, projectId, updateId) : null
    if (!update) throw notFound()
    return update
  })
}
