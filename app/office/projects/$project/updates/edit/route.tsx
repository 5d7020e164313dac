import { useState } from 'react'
import type { ProgressUpdate } from '../../../../../domain/projects/progress-updates.server.ts'
import { editUpdate } from '../../../../../domain/projects/report-progress.server.ts'
import { EditUpdateSchema } from '../../../../../domain/projects/update-schema.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Day } from '../../../../../ui/day.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { formatDay } from '../../../../../values/calendar-date.ts'
import { EditDialog } from '../../../../parts/edit-dialog.tsx'
import { mergedRefusal } from '../../../../parts/merged-refusal.server.ts'
import { requireUpdate } from '../require-update.server.ts'
import { UpdateFields, updateLabelOf } from '../update-fields.tsx'
import type { Route } from './+types/route.ts'

const versionConflict =
  'This update changed while you were editing, and nothing was saved yet. Look at what changed, then save again.'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { update: await requireUpdate(context, params), today: clock.today() }
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId, updateId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: EditUpdateSchema,
    run: ({ value }) =>
      adminCommand(context, (admin) => editUpdate(admin, { projectId, updateId }, value)),
    refusals: {
      'in-the-future': ({ today }) => ({
        errors: { datedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
      }),
      'version-conflict': ({ now }, form) => merge(form, now),
    },
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/updates`,
      toast: { title: 'Update changed', kind: 'success' },
    }),
    failed: 'Failed to change the update',
  })
}

function merge(form: FormData, now: ProgressUpdate) {
  return mergedRefusal(form, { version: now.version, texts: textOf(now), message: versionConflict })
}

function textOf({ datedOn, percent, body, isPublic }: ProgressUpdate) {
  return { datedOn, percent: String(percent), body, isPublic: isPublic ? 'on' : '' }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Update', args)

export default function EditUpdate({ loaderData, actionData: latest }: Route.ComponentProps) {
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData.update)
  return (
    <EditDialog
      title="Edit Update"
      subtitle={<Day on={opened.datedOn} />}
      latest={latest}
      version={opened.version}
      texts={textOf(opened)}
      labelOf={updateLabelOf}
    >
      <UpdateFields {...opened} today={loaderData.today} />
    </EditDialog>
  )
}
