import { picturesOf } from '../../../../domain/projects/covers.server.ts'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { adminQuery, type Context, notFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'

/** Throws a 404 when the project has no such picture. */
export async function requirePicture(
  context: Context,
  { projectId, pictureId }: { projectId: string; pictureId: string },
) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    const pictures = project ? ((await picturesOf(admin, [project.id])).get(project.id) ?? []) : []
    const place = pictures.findIndex(({ id }) => id === pictureId) + 1
    const picture = pictures[place - 1]
    if (!project || !picture) throw notFound()
    return {
      picture,
      place,
      count: pictures.length,
      projectName: project.name,
      published: project.published,
    }
  })
}
