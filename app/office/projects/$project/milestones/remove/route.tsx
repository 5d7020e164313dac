import { useState } from 'react'
import { removeMilestone } from '../../../../../domain/projects/change-milestones.server.ts'
import { RemoveMilestoneSchema } from '../../../../../domain/projects/milestone-schema.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../../../values/counted.ts'
import { requireMilestone } from '../require-milestone.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { milestone: await requireMilestone(context, params) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: RemoveMilestoneSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => removeMilestone(admin, params, value.version)),
    refusals: {
      'version-conflict':
        'Someone else has changed this milestone. Close this and look at it again.',
      'was-reached':
        'This milestone was reached before. What was recorded stays, so it cannot be removed.',
      'plans-wait': ({ plans, templates }) => waitingWords(plans, templates),
    },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/milestones`,
      toast: { title: 'Milestone removed', kind: 'success' },
    }),
    failed: 'Failed to remove the milestone',
  })
}

function waitingWords(plans: number, templates: number): string {
  const parts = [
    ...(plans > 0 ? [counted(plans, 'payment plan')] : []),
    ...(templates > 0 ? [counted(templates, 'plan template')] : []),
  ]
  return plans + templates === 1
    ? `${parts.join('')} depends on this milestone. Replace it first.`
    : `${parts.join(' and ')} depend on this milestone. Replace them first.`
}

export const meta: Route.MetaFunction = (args) => pageTitle('Remove Milestone', args)

export default function RemoveMilestone({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the version that was shown across live revalidation.
  const [{ version, name }] = useState(loaderData.milestone)
  return (
    <RouteDialog title="Remove Milestone" subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="version" value={version} />
        <DialogBody>
          <p>It is no longer shown to anyone. This cannot be undone.</p>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton look="danger" pendingLabel="Removing milestone" icon="trash">
            Remove milestone
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
