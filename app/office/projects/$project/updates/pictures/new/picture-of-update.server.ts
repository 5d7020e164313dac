import { addUpdatePicture } from '../../../../../../domain/projects/update-pictures.server.ts'
import type { ActionArgs } from '../../../../../../platform/http/form-action.server.ts'
import { receivePicture } from '../../../receive-picture.server.ts'

export function pictureOfUpdate(args: ActionArgs<{ projectId: string; updateId: string }>) {
  const { projectId, updateId } = args.params
  return receivePicture(args, {
    add: (input, picture) => (admin) =>
      addUpdatePicture(admin, { projectId, updateId }, input, picture),
    to: `/admin-dashboard/projects/${projectId}/updates`,
  })
}
