import { addPicture } from '../../../../../domain/projects/project-pictures.server.ts'
import type { ActionArgs } from '../../../../../platform/http/form-action.server.ts'
import { receivePicture } from '../../receive-picture.server.ts'

export function pictureOfProject(args: ActionArgs<{ projectId: string }>) {
  const { projectId } = args.params
  return receivePicture(args, {
    add: (input, picture) => (admin) => addPicture(admin, projectId, input, picture),
    to: `/admin-dashboard/projects/${projectId}/pictures`,
  })
}
