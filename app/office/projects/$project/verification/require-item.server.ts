import { findOfficeItem } from '../../../../domain/verification/verification-items.server.ts'
import { adminQuery, type Context, notFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'

/** Throws a 404 when the project has no such item, or it was removed. */
export async function requireItem(
  context: Context,
  { projectId, itemId }: { projectId: string; itemId: string },
) {
  return adminQuery(context, async (admin) => {
    const known = isId(projectId) && isId(itemId)
    const entry = known ? await findOfficeItem(admin, projectId, itemId) : null
    if (!entry) throw notFound()
    return entry
  })
}
