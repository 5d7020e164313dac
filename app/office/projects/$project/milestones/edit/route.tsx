import { useState } from 'react'
import { editMilestone } from '../../../../../domain/projects/change-milestones.server.ts'
import { EditMilestoneSchema } from '../../../../../domain/projects/milestone-schema.ts'
import type { OfficeMilestone } from '../../../../../domain/projects/milestones.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { EditDialog } from '../../../../parts/edit-dialog.tsx'
import { mergedRefusal } from '../../../../parts/merged-refusal.server.ts'
import { MilestoneFields, milestoneLabelOf } from '../milestone-fields.tsx'
import { requireMilestone } from '../require-milestone.server.ts'
import type { Route } from './+types/route.ts'

const versionConflict =
  'This milestone changed while you were editing, and nothing was saved yet. Look at what changed, then save again.'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { milestone: await requireMilestone(context, params) }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: EditMilestoneSchema,
    run: ({ value }) => adminCommand(context, (admin) => editMilestone(admin, params, value)),
    refusals: {
      'version-conflict': ({ now }, form) => merge(form, now),
    },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/milestones`,
      toast: { title: 'Milestone changed', kind: 'success' },
    }),
    failed: 'Failed to change the milestone',
  })
}

function merge(form: FormData, now: OfficeMilestone) {
  return mergedRefusal(form, { version: now.version, texts: textOf(now), message: versionConflict })
}

function textOf({ name, plannedOn }: OfficeMilestone) {
  return { name, plannedOn: plannedOn ?? '' }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Milestone', args)

export default function EditMilestone({ loaderData, actionData: latest }: Route.ComponentProps) {
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData.milestone)
  return (
    <EditDialog
      title="Edit Milestone"
      subtitle={<bdi>{opened.name}</bdi>}
      latest={latest}
      version={opened.version}
      texts={textOf(opened)}
      labelOf={milestoneLabelOf}
    >
      <MilestoneFields name={opened.name} plannedOn={opened.plannedOn} />
    </EditDialog>
  )
}
