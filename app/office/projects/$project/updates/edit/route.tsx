import { Fragment, useState } from 'react'
import type { ProgressUpdate } from '../../../../../domain/projects/progress-updates.server.ts'
import { editUpdate } from '../../../../../domain/projects/report-progress.server.ts'
import { EditUpdateSchema } from '../../../../../domain/projects/update-schema.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import {
  type ActionReply,
  formAction,
  type Refusal,
} from '../../../../../platform/http/form-action.server.ts'
import { adminCommand, requireAdmin } from '../../../../../platform/session/session.server.ts'
import { Day } from '../../../../../ui/day.tsx'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../../../values/calendar-date.ts'
import { type ConcurrentChange, mergeTyped } from '../../../../../values/concurrent-change.ts'
import { refuseForm } from '../../../../../values/form.ts'
import { ConcurrentChanges } from '../../../../parts/concurrent-changes.tsx'
import { requireUpdate } from '../require-update.server.ts'
import { UpdateFields, updateLabelOf } from '../update-fields.tsx'
import type { Route } from './+types/route.ts'

type EditReply = ActionReply<{ changes: ConcurrentChange[] }>

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

/** Merges the typed values with what was stored in the meantime. */
function merge(form: FormData, now: ProgressUpdate): Refusal {
  const stored = textOf(now)
  const { values } = refuseForm(form, {})
  // Browsers submit line breaks as CRLF.
  const read = (mark: string) =>
    Object.fromEntries(
      Object.keys(stored).map((name) => [
        name,
        (values[`${name}${mark}`] ?? '').replaceAll('\r\n', '\n'),
      ]),
    )
  const { fields, changes } = mergeTyped({ opened: read('0'), stored, typed: read('') })
  const version = String(now.version)
  return { values: { ...fields, version }, message: versionConflict, facts: { changes } }
}

function textOf({ datedOn, percent, body, isPublic }: ProgressUpdate) {
  return { datedOn, percent: String(percent), body, isPublic: isPublic ? 'on' : '' }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Update', args)

export default function EditUpdate({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<EditReply>(latest)
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData.update)
  const version = answer?.reply.values.version ?? String(opened.version)
  return (
    <RouteDialog title="Edit Update" subtitle={<Day on={opened.datedOn} />}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="version" value={version} />
          {Object.entries(textOf(opened)).map(([name, text]) => (
            <input key={name} type="hidden" name={`${name}0`} value={text} />
          ))}
          <ConcurrentChanges changes={answer?.changes ?? []} labelOf={updateLabelOf} />
          <FieldGrid>
            <Fragment key={version}>
              <UpdateFields {...opened} today={loaderData.today} />
            </Fragment>
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Saving changes">Save Changes</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
