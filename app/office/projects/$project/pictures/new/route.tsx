import { randomUUID } from 'node:crypto'
import { findInstallation } from '../../../../../domain/company/company.server.ts'
import { findProject } from '../../../../../domain/projects/find-project.server.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { adminQuery, notFound } from '../../../../../platform/session/session.server.ts'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { isId } from '../../../../../values/id.ts'
import { PictureForm } from '../../picture-form.tsx'
import { sendPicture } from '../../send-picture.ts'
import type { Route } from './+types/route.ts'
import { pictureOfProject } from './picture-of-project.server.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    const { uploadLimitBytes } = await findInstallation(admin)
    return {
      formKey: randomUUID(),
      name: project.name,
      uploadLimitBytes,
      today: clock.today(),
      isFirst: project.pictureCount === 0,
    }
  })
}

export function action(args: Route.ActionArgs) {
  return pictureOfProject(args)
}

/** Uploads with progress; on a network error the dialog keeps its state. */
export async function clientAction({ request, params: { projectId } }: Route.ClientActionArgs) {
  const address = `/admin-dashboard/projects/${projectId}/pictures/upload`
  return sendPicture(address, await request.formData())
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Picture', args)

export default function AddPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { isFirst, ...form } = loaderData
  return (
    <PictureForm {...form} latest={actionData}>
      {isFirst ? 'It becomes the cover.' : 'It is added last; you can move it afterwards.'}
    </PictureForm>
  )
}
