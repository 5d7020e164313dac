import { useState } from 'react'
import { removeVerification } from '../../../../../domain/verification/change-verification.server.ts'
import { verificationName } from '../../../../../domain/verification/verification-item.ts'
import { RemoveVerificationSchema } from '../../../../../domain/verification/verification-schema.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { requireItem } from '../require-item.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { entry: await requireItem(context, params) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: RemoveVerificationSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => removeVerification(admin, params, value.version)),
    refusals: {
      'version-conflict': 'Someone else has changed this item. Close this and look at it again.',
    },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/verification`,
      toast: { title: 'Verification item removed', kind: 'success' },
    }),
    failed: 'Failed to remove the verification item',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Verification Item', args)

export default function RemoveVerificationItem({
  loaderData,
  actionData: latest,
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the version that was shown across live revalidation.
  const [entry] = useState(loaderData.entry)
  return (
    <RouteDialog
      title="Remove Verification Item"
      subtitle={<bdi className="wrap-anywhere">{verificationName(entry)}</bdi>}
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="version" value={entry.version} />
        <DialogBody>
          <p>
            It is no longer shown to anyone, and its file can no longer be downloaded. The audit log
            keeps it. This cannot be undone.
          </p>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton look="danger" pendingLabel="Removing entry" icon="trash">
            Remove item
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
