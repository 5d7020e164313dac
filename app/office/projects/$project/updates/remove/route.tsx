import { useState } from 'react'
import { removeUpdate } from '../../../../../domain/projects/report-progress.server.ts'
import { files } from '../../../../../platform/files/files.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Day } from '../../../../../ui/day.tsx'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../../../values/counted.ts'
import { requireUpdate } from '../require-update.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { update: await requireUpdate(context, params) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId, updateId } = params
  return formAction(args, {
    guard: requireAdmin,
    run: async ({ form }) => {
      const version = Number(form.get('version'))
      const removed = await adminCommand(context, (admin) =>
        removeUpdate(admin, { projectId, updateId, version }),
      )
      if ('refused' in removed) return removed
      for (const key of removed.fileKeys) await files.remove(key)
      return removed
    },
    refusals: () => 'Someone else has changed this update. Close this and look at it again.',
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/updates`,
      toast: { title: 'Update removed', kind: 'success' },
    }),
    failed: 'Failed to remove the update',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Update', args)

export default function RemoveUpdate({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the version that was shown across live revalidation.
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
                ? `It is deleted with ${counted(pictures.length, 'picture')}. This cannot be undone. `
                : 'This cannot be undone. '}
              {`The project’s progress stays; this update said ${percent}%. A notification already sent also stays.`}
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
