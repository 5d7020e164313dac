import { Fragment, useState } from 'react'
import { data } from 'react-router'
import type { ProgressUpdate } from '../../../../domain/projects/progress-updates.server.ts'
import {
  editUpdate,
  type UpdateEdited,
} from '../../../../domain/projects/report-progress.server.ts'
import { EditUpdateSchema } from '../../../../domain/projects/update-schema.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { asAdmin, logFault, notFound } from '../../../../platform/session.server.ts'
import { redirectWithToast } from '../../../../platform/toast.server.ts'
import { readForm } from '../../../../platform/upload.server.ts'
import { Day } from '../../../../ui/day.tsx'
import { DialogBody, DialogFoot } from '../../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../../ui/field.tsx'
import { ActionForm } from '../../../../ui/form.tsx'
import { pageTitle } from '../../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../../ui/submit-button.tsx'
import { Toaster } from '../../../../ui/toaster.tsx'
import { useAnswer } from '../../../../ui/use-answer.ts'
import { formatDay } from '../../../../values/calendar-date.ts'
import { type FormReply, parseForm, refuseForm } from '../../../../values/form.ts'
import { isId } from '../../../../values/id.ts'
import { type MeanwhileChange, mergeTyped } from '../../../../values/meanwhile.ts'
import type { Toast } from '../../../../values/toast.ts'
import { Meanwhile } from '../../../parts/meanwhile.tsx'
import { UpdateFields, updateLabelOf } from '../update-fields.tsx'
import { demandUpdate } from '../update-of.server.ts'
import type { Route } from './+types/route.ts'

type EditReply = { reply: FormReply; changes: MeanwhileChange[]; toast: Toast | null }

const failed: Toast = {
  title: 'Failed to change the update',
  text: 'Please try again later.',
  kind: 'error',
}
const changedMeanwhile =
  'This update changed while you were editing, and nothing of yours is stored yet. Look at what changed, then save again.'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { update: await demandUpdate(context, params), today: clock.today() }
}

type Refused =
  | Extract<UpdateEdited, { refused: string }>
  | { refused: 'unreadable'; reply: FormReply }

export async function action({
  request,
  params: { projectId, updateId },
  context,
}: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const edited = await asAdmin(
      context,
      async (admin): Promise<Refused | { updateId: string }> => {
        if (!isId(projectId) || !isId(updateId)) throw notFound()
        const parsed = parseForm(EditUpdateSchema, form)
        if (!parsed.ok) return { refused: 'unreadable', reply: parsed.reply }
        return editUpdate(admin, { projectId, updateId }, parsed.value)
      },
    )
    if ('refused' in edited)
      return data<EditReply>({ ...refusal(form, edited), toast: null }, { status: 422 })
  } catch (fault) {
    const reference = logFault(context, 'an update was not changed', fault)
    const message = `${failed.title}. ${failed.text} Reference ${reference}`
    return data<EditReply>(
      { reply: refuseForm(form, { message }), changes: [], toast: failed },
      { status: 500 },
    )
  }
  const to = `/admin-dashboard/projects/${projectId}/updates`
  return redirectWithToast(to, { title: 'Update changed', kind: 'success' })
}

function refusal(form: FormData, refused: Refused): Omit<EditReply, 'toast'> {
  switch (refused.refused) {
    case 'unreadable':
      return { reply: refused.reply, changes: [] }
    case 'not-found':
      throw notFound()
    case 'in-the-future': {
      const datedOn = `This day is still to come. Choose ${formatDay(refused.today)} or earlier.`
      return { reply: refuseForm(form, { errors: { datedOn } }), changes: [] }
    }
    case 'changed-meanwhile': {
      const stored = textOf(refused.now)
      const { values } = refuseForm(form, {})
      // A browser sends a line's end as two characters.
      const read = (mark: string) =>
        Object.fromEntries(
          Object.keys(stored).map((name) => [
            name,
            (values[`${name}${mark}`] ?? '').replaceAll('\r\n', '\n'),
          ]),
        )
      const { fields, changes } = mergeTyped({ opened: read('0'), stored, typed: read('') })
      const version = String(refused.now.version)
      return {
        reply: { errors: {}, values: { ...fields, version }, message: changedMeanwhile },
        changes,
      }
    }
    default:
      return refused satisfies never
  }
}

function textOf({ datedOn, percent, body }: ProgressUpdate) {
  return { datedOn, percent: String(percent), body }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Update', args)

export default function EditUpdate({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // What the form was opened with stays, however often live updates read the page again.
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
          <Meanwhile changes={answer?.changes ?? []} labelOf={updateLabelOf} />
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
