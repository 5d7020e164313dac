import { removeUpdatePicture } from '../../../../../../domain/projects/update-pictures.server.ts'
import { files } from '../../../../../../platform/files/files.server.ts'
import { formAction } from '../../../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  notFound,
  requireAdmin,
} from '../../../../../../platform/session/session.server.ts'
import { Day } from '../../../../../../ui/day.tsx'
import { Toaster } from '../../../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../../ui/layout/route-dialog.tsx'
import { Picture } from '../../../../../../ui/picture.tsx'
import { requireUpdate } from '../../require-update.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const update = await requireUpdate(context, params)
  const picture = update.pictures.find(({ id }) => id === params.pictureId)
  if (!picture) throw notFound()
  return { picture, datedOn: update.datedOn }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId, updateId, pictureId } = params
  return formAction(args, {
    guard: requireAdmin,
    run: async ({ form }) => {
      // Requires the picture's id, so that an empty form removes nothing.
      if (form.get('pictureId') !== pictureId) return { refused: 'unread' as const }
      const removed = await adminCommand(context, (admin) =>
        removeUpdatePicture(admin, { projectId, updateId }, pictureId),
      )
      if ('refused' in removed) return removed
      for (const key of removed.fileKeys) await files.remove(key)
      return removed
    },
    refusals: { unread: 'Close this and try again.' },
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/updates`,
      toast: { title: 'Image removed', kind: 'success' },
    }),
    failed: { title: 'Failed to remove image', text: 'Please try again.' },
  })
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
            <p>This cannot be undone.</p>
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
