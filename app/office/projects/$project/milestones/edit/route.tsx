import { Fragment, useState } from 'react'
import { editMilestone } from '../../../../../domain/projects/change-milestones.server.ts'
import { EditMilestoneSchema } from '../../../../../domain/projects/milestone-schema.ts'
import type { OfficeMilestone } from '../../../../../domain/projects/milestones.server.ts'
import {
  type ActionReply,
  formAction,
  type Refusal,
} from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { type ConcurrentChange, mergeTyped } from '../../../../../values/concurrent-change.ts'
import { refuseForm } from '../../../../../values/form.ts'
import { ConcurrentChanges } from '../../../../parts/concurrent-changes.tsx'
import { MilestoneFields, milestoneLabelOf } from '../milestone-fields.tsx'
import { requireMilestone } from '../require-milestone.server.ts'
import type { Route } from './+types/route.ts'

type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

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
    refusals: { 'version-conflict': ({ now }, form) => merge(form, now) },
    done: () => ({
      to: `/admin-dashboard/projects/${params.projectId}/milestones`,
      toast: { title: 'Milestone changed', kind: 'success' },
    }),
    failed: 'Failed to change the milestone',
  })
}

/** Merges the typed values with what was stored in the meantime. */
function merge(form: FormData, now: OfficeMilestone): Refusal {
  const stored = textOf(now)
  const { values } = refuseForm(form, {})
  const read = (mark: string) =>
    Object.fromEntries(Object.keys(stored).map((name) => [name, values[`${name}${mark}`] ?? '']))
  const { fields, changes } = mergeTyped({ opened: read('0'), stored, typed: read('') })
  const version = String(now.version)
  return { values: { ...fields, version }, message: versionConflict, facts: { changes } }
}

function textOf({ name, plannedOn }: OfficeMilestone) {
  return { name, plannedOn: plannedOn ?? '' }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Milestone', args)

export default function EditMilestone({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<EditReply>(latest)
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData.milestone)
  const version = answer?.reply.values.version ?? String(opened.version)
  return (
    <RouteDialog title="Edit Milestone" subtitle={<bdi>{opened.name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="version" value={version} />
          {Object.entries(textOf(opened)).map(([name, text]) => (
            <input key={name} type="hidden" name={`${name}0`} value={text} />
          ))}
          <ConcurrentChanges changes={answer?.changes ?? []} labelOf={milestoneLabelOf} />
          <FieldGrid>
            <Fragment key={version}>
              <MilestoneFields name={opened.name} plannedOn={opened.plannedOn} />
            </Fragment>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving changes">Save changes</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
