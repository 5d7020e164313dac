import { randomUUID } from 'node:crypto'
import { findInstallation } from '../../../../../../domain/company/company.server.ts'
import { adminQuery } from '../../../../../../platform/session/session.server.ts'
import { pageTitle } from '../../../../../../ui/layout/page-title.ts'
import { formatDay } from '../../../../../../values/calendar-date.ts'
import { PictureForm } from '../../../picture-form.tsx'
import { sendPicture } from '../../../send-picture.ts'
import { requireUpdate } from '../../require-update.server.ts'
import type { Route } from './+types/route.ts'
import { pictureOfUpdate } from './picture-of-update.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { datedOn } = await requireUpdate(context, params)
  const { uploadLimitBytes } = await adminQuery(context, findInstallation)
  return { formKey: randomUUID(), name: `Update of ${formatDay(datedOn)}`, uploadLimitBytes }
}

export function action(args: Route.ActionArgs) {
  return pictureOfUpdate(args)
}

/** Uploads with progress; on a network error the dialog keeps its state. */
export async function clientAction({
  request,
  params: { projectId, updateId },
}: Route.ClientActionArgs) {
  const address = `/admin-dashboard/projects/${projectId}/updates/${updateId}/pictures/upload`
  return sendPicture(address, await request.formData())
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Picture', args)

export default function AddUpdatePicture({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <PictureForm {...loaderData} latest={actionData}>
      Only the investors of the project and administrators can see it.
    </PictureForm>
  )
}
