import { data } from 'react-router'
import { DescribePictureSchema } from '../../../../domain/projects/picture-schema.ts'
import { describePicture } from '../../../../domain/projects/project-pictures.server.ts'
import { asAdmin, logFault, notFound } from '../../../../platform/session.server.ts'
import { redirectWithToast } from '../../../../platform/toast.server.ts'
import { readForm } from '../../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../../ui/form.tsx'
import { pageTitle } from '../../../../ui/page-title.ts'
import { Picture } from '../../../../ui/picture.tsx'
import { DialogCancel, RouteDialog } from '../../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../../ui/submit-button.tsx'
import { TextareaField } from '../../../../ui/textarea-field.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../../values/form.ts'
import { isId } from '../../../../values/id.ts'
import { demandPicture } from '../picture-of.server.ts'
import type { Route } from './+types/route.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  return demandPicture(context, params)
}

export async function action({
  request,
  params: { projectId, pictureId },
  context,
}: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const described = await asAdmin(context, async (admin) => {
      if (!isId(projectId) || !isId(pictureId)) throw notFound()
      const parsed = parseForm(DescribePictureSchema, form)
      if (!parsed.ok) return { refused: 'unreadable' as const, reply: parsed.reply }
      return describePicture(admin, projectId, { pictureId, alt: parsed.value.alt })
    })
    if ('reply' in described) return data(described.reply, { status: 422 })
    if ('refused' in described) throw notFound()
  } catch (fault) {
    const reference = logFault(context, 'a picture was not described', fault)
    const message = `The description was not saved. Please try again later. Reference ${reference}`
    return data(refuseForm(form, { message }), { status: 500 })
  }
  const to = `/admin-dashboard/projects/${projectId}/pictures`
  return redirectWithToast(to, { title: 'Description saved', kind: 'success' })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Describe Picture', args)

export default function DescribePicture({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { picture, place, count, projectName } = loaderData
  const subtitle = (
    <>
      <bdi>{projectName}</bdi>, {place} of {count}
    </>
  )
  return (
    <RouteDialog title="Describe Picture" subtitle={subtitle}>
      <ActionForm reply={answer} fetcher={fetcher}>
        <DialogBody>
          <div className="grid gap-4">
            <Picture
              source={picture}
              alt=""
              sizes="30rem"
              className="max-h-64 w-full rounded-control object-cover"
            />
            <TextareaField
              name="alt"
              label="Description"
              required
              rows={2}
              defaultValue={picture.alt}
              hint="For people who cannot see it: what it shows, in one sentence"
            />
          </div>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving description">Save Description</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
