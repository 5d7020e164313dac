import { findUnit } from '../../../../domain/projects/units.server.ts'
import { adminQuery, type Context, notFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'

/** Throws a 404 when the project has no such unit. */
export async function requireUnit(
  context: Context,
  { projectId, unitId }: { projectId: string; unitId: string },
) {
  return adminQuery(context, async (admin) => {
    const known = isId(projectId) && isId(unitId)
    const unit = known ? await findUnit(admin, projectId, unitId) : null
    if (!unit) throw notFound()
    return unit
  })
}
