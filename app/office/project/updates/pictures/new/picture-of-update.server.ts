import { addUpdatePicture } from '../../../../../domain/projects/update-pictures.server.ts'
import type { Context } from '../../../../../platform/session.server.ts'
import { isId } from '../../../../../values/id.ts'
import { pictureAdded, receivePicture } from '../../../receive-picture.server.ts'

/** Back to the updates of the project. */
export function updatesHome(projectId: string) {
  return pictureAdded(`/admin-dashboard/projects/${projectId}/updates`)
}

/** Receives a picture for a progress update. */
export function pictureOfUpdate(
  request: Request,
  context: Context,
  whose: { projectId: string; updateId: string },
) {
  return receivePicture(request, context, async (admin, input, picture) => {
    const isKnown = isId(whose.projectId) && isId(whose.updateId)
    return isKnown ? addUpdatePicture(admin, whose, input, picture) : { refused: 'not-found' }
  })
}
