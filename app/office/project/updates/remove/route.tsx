import { useState } from 'react'
import { data } from 'react-router'
import { removeUpdate } from '../../../../domain/projects/report-progress.server.ts'
import { files } from '../../../../platform/files.server.ts'
import { asAdmin, logFault, notFound } from '../../../../platform/session.server.ts'
import { redirectWithToast } from '../../../../platform/toast.server.ts'
import { readForm } from '../../../../platform/upload.server.ts'
import { Day } from '../../../../ui/day.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../../ui/form.tsx'
import { pageTitle } from '../../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../../ui/submit-button.tsx'
import { Toaster } from '../../../../ui/toaster.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { counted } from '../../../../values/counted.ts'
import { refuseForm } from '../../../../values/form.ts'
import { isId } from '../../../../values/id.ts'
import type { Toast } from '../../../../values/toast.ts'
import { demandUpdate } from '../update-of.server.ts'
import type { Route } from './+types/route.ts'

const failed: Toast = {
  title: 'Failed to remove the update',
  text: 'Please try again later.',
  kind: 'error',
}

const changedMeanwhile =
  'Somebody has changed this update meanwhile. Close this and look at it again.'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { update: await demandUpdate(context, params) }
}

export async function action({
  request,
  params: { projectId, updateId },
  context,
}: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const removed = await asAdmin(context, async (admin) => {
      if (!isId(projectId) || !isId(updateId)) throw notFound()
      const answer = await removeUpdate(admin, {
        projectId,
        updateId,
        version: Number(form.get('version')),
      })
      if ('refused' in answer && answer.refused === 'not-found') throw notFound()
      return answer
    })
    if ('refused' in removed) {
      return data(
        { reply: refuseForm(form, { message: changedMeanwhile }), toast: null },
        { status: 422 },
      )
    }
    for (const key of removed.fileKeys) await files.remove(key)
  } catch (fault) {
    const reference = logFault(context, 'an update was not removed', fault)
    const message = `${failed.title}. ${failed.text} Reference ${reference}`
    return data({ reply: refuseForm(form, { message }), toast: failed }, { status: 500 })
  }
  const to = `/admin-dashboard/projects/${projectId}/updates`
  return redirectWithToast(to, { title: 'Update removed', kind: 'success' })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Update', args)

export default function RemoveUpdate({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // What was looked at stays, however often live updates read the page again.
  const [{ version, datedOn, percent, body, pictures }] = useState(loaderData.update)
  return (
    <RouteDialog title="Remove Update" subtitle={<Day on={datedOn} />}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="version" value={version} />
        <DialogBody>
          <div className="grid gap-3">
            <blockquote className="max-h-40 overflow-y-auto border-s-2 border-line ps-3 whitespace-pre-line text-muted wrap-anywhere">
              <bdi>{body}</bdi>
            </blockquote>
            <p>
              {pictures.length > 0
                ? `It is deleted for good, with ${counted(pictures.length, 'picture')}. `
                : 'It is deleted for good. '}
              {`The project’s progress stays as it is; this update said ${percent}%. A notification that was sent stays too.`}
            </p>
          </div>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton look="danger" pendingLabel="Removing update" icon="trash">
            Remove Update
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
