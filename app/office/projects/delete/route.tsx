import { type Removal, removalOf } from '../../../domain/projects/removal.ts'
import {
  findRemovable,
  type ProjectRemoved,
  removeProject,
} from '../../../domain/projects/remove-project.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../values/counted.ts'
import { isId } from '../../../values/id.ts'
import type { Route } from './+types/route.ts'
import { DeletionEffects } from './deletion-effects.tsx'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findRemovable(admin, projectId) : null
    if (!project) throw notFound()
    return { project, removal: removalOf(project.history) }
  })
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    run: async ({ form }) => {
      const as: Removal = form.get('as') === 'delete' ? 'delete' : 'archive'
      const removed = await adminCommand(context, (admin) =>
        removeProject(admin, params.projectId, as),
      )
      if ('refused' in removed) return removed
      for (const key of removed.fileKeys) await files.remove(key)
      return removed
    },
    refusals: removalRefusalMessage,
    done: ({ removed }) => ({
      to: `/admin-dashboard/projects${url.search}`,
      toast: {
        title: removed === 'deleted' ? 'Project deleted' : 'Project archived',
        kind: 'success',
      },
    }),
    failed: 'Failed to delete project',
  })
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
            <DeletionEffects project={project} removal={removal} />
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

type Refused = Exclude<Extract<ProjectRemoved, { refused: string }>, { refused: 'not-found' }>

function removalRefusalMessage(refused: Refused | { refused: 'not-found' }): string {
  switch (refused.refused) {
    case 'archived':
      return 'This project was already archived. Nothing was changed.'
    case 'active-investments':
      return `It has ${counted(refused.count, 'active investment')}. Complete or cancel them first. Nothing was changed.`
    case 'has-history-now':
      return 'Something was added to this project, so it can only be archived. Nothing was changed.'
    case 'has-none-now':
      return 'This project no longer has any records, so it can be deleted. Nothing was changed.'
    case 'not-found':
      return 'This project was already deleted.'
    default:
      return refused satisfies never
  }
}
