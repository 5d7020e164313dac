import { useState } from 'react'
import { removeUnit } from '../../../../../domain/projects/change-units.server.ts'
import { RemoveUnitSchema } from '../../../../../domain/projects/unit-schema.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { requireUnit } from '../require-unit.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { unit: await requireUnit(context, params) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: RemoveUnitSchema,
    run: ({ value }) => adminCommand(context, (admin) => removeUnit(admin, params, value.version)),
    refusals: {
      'version-conflict': 'Someone else has changed this unit. Close this and look at it again.',
      held: ({ by, isRequested }) =>
        isRequested
          ? `${by} has requested this unit. Decide the request first.`
          : `${by} owns this unit, so it cannot be removed.`,
    },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/units`,
      toast: { title: 'Unit removed', kind: 'success' },
    }),
    failed: 'Failed to remove the unit',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Unit', args)

export default function RemoveUnit({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the version that was shown across live revalidation.
  const [{ version, name, share }] = useState(loaderData.unit)
  return (
    <RouteDialog
      title={share === null ? 'Remove Unit' : 'Remove Share'}
      subtitle={<bdi>{name}</bdi>}
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="version" value={version} />
        <DialogBody>
          <p>
            {share === null
              ? 'It can no longer be sold. Cancelled investments that name it keep its name.'
              : 'It is no longer offered. Investments that own such a share keep it.'}
          </p>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton look="danger" pendingLabel="Removing" icon="trash">
            {share === null ? 'Remove unit' : 'Remove share'}
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
