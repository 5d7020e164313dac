import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { addMilestone } from '../../../../../domain/projects/change-milestones.server.ts'
import { findProject } from '../../../../../domain/projects/find-project.server.ts'
import { AddMilestoneSchema } from '../../../../../domain/projects/milestone-schema.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { isId } from '../../../../../values/id.ts'
import { MilestoneFields } from '../milestone-fields.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    return { name: project.name, key: randomUUID() }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: AddMilestoneSchema,
    run: ({ value }) => adminCommand(context, (admin) => addMilestone(admin, projectId, value)),
    refusals: {
      'key-reused': 'The form was already sent with different values. Close this and try again.',
      'too-many': ({ most }) => `There are ${most} milestones, the maximum. Remove one first.`,
    },
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/milestones`,
      toast: { title: 'Milestone added', kind: 'success' },
    }),
    failed: 'Failed to add the milestone',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Milestone', args)

export default function AddMilestone({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  return (
    <RouteDialog title="Add Milestone" subtitle={<bdi>{loaderData.name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <MilestoneFields />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding milestone">Add milestone</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
