import { data } from 'react-router'
import { type Removal, removalOf } from '../../../domain/projects/removal.ts'
import { findRemovable, removeProject } from '../../../domain/projects/remove-project.server.ts'
import { files } from '../../../platform/files.server.ts'
import { asAdmin, logFault, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Alert } from '../../../ui/alert.tsx'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { counted } from '../../../values/counted.ts'
import { refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import type { Toast } from '../../../values/toast.ts'
import type { Route } from './+types/route.ts'
import { whyNotRemoved } from './sentences.ts'
import { WhatGoes } from './what-goes.tsx'

const failed: Toast = {
  title: 'Failed to delete project',
  text: 'Please try again later.',
  kind: 'error',
}

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const project = isId(projectId) ? await findRemovable(admin, projectId) : null
    if (!project) throw notFound()
    return { project, removal: removalOf(project.history) }
  })
}

export async function action({ request, url, params: { projectId }, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const as: Removal = form.get('as') === 'delete' ? 'delete' : 'archive'
  try {
    const removed = await asAdmin(context, async (admin) => {
      const answer = isId(projectId)
        ? await removeProject(admin, projectId, as)
        : { refused: 'not-found' as const }
      if ('refused' in answer && answer.refused === 'not-found') throw notFound()
      return answer
    })
    if ('refused' in removed) {
      return data(
        { reply: refuseForm(form, { message: whyNotRemoved(removed) }), toast: null },
        { status: 422 },
      )
    }
    for (const key of removed.fileKeys) await files.remove(key)
    const title = removed.removed === 'deleted' ? 'Project deleted' : 'Project archived'
    return redirectWithToast(`/admin-dashboard/projects${url.search}`, { title, kind: 'success' })
  } catch (fault) {
    const reference = logFault(context, 'a project was not removed', fault)
    const message = `${failed.title}. ${failed.text} Reference ${reference}`
    return data({ reply: refuseForm(form, { message }), toast: failed }, { status: 500 })
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Delete or Archive Project', args)

export default function RemoveProject({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { project, removal } = loaderData
  const { name, history } = project
  const title = removal === 'delete' ? 'Delete Project' : 'Archive Project'
  const isHeld = history.activeInvestments > 0
  return (
    <RouteDialog title={title} subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="as" value={removal} />
        <DialogBody>
          {isHeld ? (
            <Alert tone="warning">
              {`It has ${counted(history.activeInvestments, 'active investment')}. Complete or cancel ${history.activeInvestments === 1 ? 'it' : 'them'} first, then archive the project.`}
            </Alert>
          ) : (
            <WhatGoes project={project} removal={removal} />
          )}
        </DialogBody>
        <DialogFoot>
          <DialogCancel>{isHeld ? 'Close' : 'Cancel'}</DialogCancel>
          {!isHeld && (
            <SubmitButton
              look="danger"
              pendingLabel={removal === 'delete' ? 'Deleting' : 'Archiving'}
              icon="trash"
            >
              {title}
            </SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
