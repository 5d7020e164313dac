import { addPicture } from '../../../../domain/projects/project-pictures.server.ts'
import type { Context } from '../../../../platform/session.server.ts'
import { isId } from '../../../../values/id.ts'
import { pictureAdded, receivePicture } from '../../receive-picture.server.ts'

/** Back to the pictures of the project. */
export function picturesHome(projectId: string) {
  return pictureAdded(`/admin-dashboard/projects/${projectId}/pictures`)
}

/** Receives a picture for the public page of a project. */
export function pictureOfProject(request: Request, context: Context, projectId: string) {
  return receivePicture(request, context, async (admin, input, picture) => {
    return isId(projectId) ? addPicture(admin, projectId, input, picture) : { refused: 'not-found' }
  })
}
