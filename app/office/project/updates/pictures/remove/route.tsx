import { data } from 'react-router'
import { removeUpdatePicture } from '../../../../../domain/projects/update-pictures.server.ts'
import { files } from '../../../../../platform/files.server.ts'
import { asAdmin, logFault, notFound } from '../../../../../platform/session.server.ts'
import { redirectWithToast } from '../../../../../platform/toast.server.ts'
import { readForm } from '../../../../../platform/upload.server.ts'
import { Day } from '../../../../../ui/day.tsx'
import { DialogBody, DialogFoot } from '../../../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../../../ui/form.tsx'
import { pageTitle } from '../../../../../ui/page-title.ts'
import { Picture } from '../../../../../ui/picture.tsx'
import { DialogCancel, RouteDialog } from '../../../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../../../ui/submit-button.tsx'
import { Toaster } from '../../../../../ui/toaster.tsx'
import { useAnswer } from '../../../../../ui/use-answer.ts'
import { refuseForm } from '../../../../../values/form.ts'
import { isId } from '../../../../../values/id.ts'
import type { Toast } from '../../../../../values/toast.ts'
import { demandUpdate } from '../../update-of.server.ts'
import type { Route } from './+types/route.ts'

const failed: Toast = { title: 'Failed to remove image', text: 'Please try again.', kind: 'error' }

export async function loader({ params, context }: Route.LoaderArgs) {
  const update = await demandUpdate(context, params)
  const picture = update.pictures.find(({ id }) => id === params.pictureId)
  if (!picture) throw notFound()
  return { picture, datedOn: update.datedOn }
}

export async function action({
  request,
  params: { projectId, updateId, pictureId },
  context,
}: Route.ActionArgs) {
  const form = await readForm(request)
  // What was looked at, so that a form that nobody filled in takes nothing away.
  if (form.get('pictureId') !== pictureId) {
    const reply = refuseForm(form, { message: 'Close this and try again.' })
    await asAdmin(context, async () => undefined)
    return data({ reply, toast: null }, { status: 422 })
  }
  try {
    const fileKeys = await asAdmin(context, async (admin) => {
      const isKnown = isId(projectId) && isId(updateId) && isId(pictureId)
      const removed = isKnown
        ? await removeUpdatePicture(admin, { projectId, updateId }, pictureId)
        : null
      if (!removed || 'refused' in removed) throw notFound()
      return removed.fileKeys
    })
    for (const key of fileKeys) await files.remove(key)
  } catch (fault) {
    const reference = logFault(context, 'a picture of an update was not removed', fault)
    const message = `${failed.title}. ${failed.text} Reference ${reference}`
    return data({ reply: refuseForm(form, { message }), toast: failed }, { status: 500 })
  }
  const to = `/admin-dashboard/projects/${projectId}/updates`
  return redirectWithToast(to, { title: 'Image removed', kind: 'success' })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Picture', args)

export default function RemoveUpdatePicture({
  loaderData,
  actionData: latest,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { picture, datedOn } = loaderData
  return (
    <RouteDialog title="Remove Picture" subtitle={<Day on={datedOn} />}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="pictureId" value={picture.id} />
        <DialogBody>
          <div className="grid gap-4">
            <Picture
              source={picture}
              alt={picture.alt}
              sizes="30rem"
              className="max-h-64 w-full rounded-control object-cover"
            />
            <p>It is deleted for good.</p>
          </div>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton look="danger" pendingLabel="Removing picture" icon="trash">
            Remove Picture
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
