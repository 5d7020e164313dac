import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { VoidMilestoneSchema } from '../../../../../domain/projects/milestone-schema.ts'
import { voidMilestone } from '../../../../../domain/projects/reach-milestone.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Day } from '../../../../../ui/day.tsx'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { TextareaField } from '../../../../../ui/fields/textarea-field.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { Consequence, Consequences } from '../../../../parts/consequences.tsx'
import { requireMilestone } from '../require-milestone.server.ts'
import type { Route } from './+types/route.ts'

const refusals = {
  'already-voided': 'This milestone is not reached: it was already voided.',
  'key-reused': 'The form was already sent with a different reason. Reload the page and try again.',
}

export async function loader({ params, context }: Route.LoaderArgs) {
  return { milestone: await requireMilestone(context, params), key: randomUUID() }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: VoidMilestoneSchema,
    run: ({ value }) => adminCommand(context, (admin) => voidMilestone(admin, params, value)),
    refusals,
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/milestones`,
      toast: { title: 'Milestone voided', kind: 'success' },
    }),
    failed: 'Failed to void the milestone',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Void Milestone', args)

export default function VoidMilestone({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps what was shown, and the first idempotency key, across live revalidation.
  const [{ name, reached }] = useState(loaderData.milestone)
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  if (!reached) {
    return (
      <RouteDialog title="Void Milestone" subtitle={<bdi>{name}</bdi>}>
        <DialogBody>
          <p>{answer?.reply.message ?? refusals['already-voided']}</p>
        </DialogBody>
        <DialogFoot>
          <DialogCancel>Close</DialogCancel>
        </DialogFoot>
      </RouteDialog>
    )
  }
  const subtitle = (
    <>
      <bdi>{name}</bdi>, reached on <Day on={reached.on} />
    </>
  )
  return (
    <RouteDialog title="Void Milestone" subtitle={subtitle}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="reachedId" value={reached.id} />
          <FieldGrid>
            <TextareaField name="reason" label="Reason" required rows={2} span="full" />
            <Consequences>
              <Consequence of="Public page and portal">show it as planned again</Consequence>
              <Consequence of="Instalments that it opened">wait for it again</Consequence>
              <Consequence of="Investors of the project">
                are notified, without the reason
              </Consequence>
              <Consequence of="Afterwards">
                it can be marked as reached with other proof
              </Consequence>
            </Consequences>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton look="danger" pendingLabel="Voiding milestone">
            Void milestone
          </SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
