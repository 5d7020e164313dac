import { removePicture } from '../../../../../domain/projects/project-pictures.server.ts'
import { files } from '../../../../../platform/files/files.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Alert } from '../../../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { Picture } from '../../../../../ui/picture.tsx'
import { requirePicture } from '../require-picture.server.ts'
import type { Route } from './+types/route.ts'

const isOnlyOne =
  'This is the only picture of a published project, which needs a cover. Add another one first, or unpublish the project.'

export function loader({ params, context }: Route.LoaderArgs) {
  return requirePicture(context, params)
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId, pictureId } = params
  return formAction(args, {
    guard: requireAdmin,
    run: async () => {
      const removed = await adminCommand(context, (admin) =>
        removePicture(admin, projectId, pictureId),
      )
      if ('refused' in removed) return removed
      for (const key of removed.fileKeys) await files.remove(key)
      return removed
    },
    refusals: () => isOnlyOne,
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/pictures`,
      toast: { title: 'Image removed', kind: 'success' },
    }),
    failed: { title: 'Failed to remove image', text: 'Please try again.' },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Picture', args)

export default function RemovePicture({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { picture, place, count, projectName, published } = loaderData
  const isKept = published && count === 1
  const subtitle = (
    <>
      <bdi>{projectName}</bdi>, {place} of {count}
    </>
  )
  return (
    <RouteDialog title="Remove Picture" subtitle={subtitle}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <div className="grid gap-4">
            <Picture
              source={picture}
              alt={picture.alt}
              sizes="30rem"
              className="max-h-64 w-full rounded-control object-cover"
            />
            {isKept ? (
              <Alert tone="warning">{isOnlyOne}</Alert>
            ) : (
              <p>
                It is also deleted from the public site. This cannot be undone.
                {place === 1 && count > 1 && ' The next picture becomes the cover.'}
              </p>
            )}
          </div>
        </DialogBody>
        <DialogFoot>
          <DialogCancel>{isKept ? 'Close' : 'Cancel'}</DialogCancel>
          {!isKept && (
            <SubmitButton look="danger" pendingLabel="Removing picture" icon="trash">
              Remove Picture
            </SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
