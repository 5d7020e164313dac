import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data } from 'react-router'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import {
  type ProgressReported,
  reportProgress,
} from '../../../../domain/projects/report-progress.server.ts'
import { ReportProgressSchema } from '../../../../domain/projects/update-schema.ts'
import { clock } from '../../../../platform/clock.server.ts'
import { asAdmin, logFault, lookAsAdmin, notFound } from '../../../../platform/session.server.ts'
import { redirectWithToast } from '../../../../platform/toast.server.ts'
import { readForm } from '../../../../platform/upload.server.ts'
import { CheckboxField } from '../../../../ui/checkbox-field.tsx'
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
import type { Toast } from '../../../../values/toast.ts'
import { UpdateFields } from '../update-fields.tsx'
import type { Route } from './+types/route.ts'

const failed: Toast = {
  title: 'Failed to report progress',
  text: 'Please try again later.',
  kind: 'error',
}

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    return {
      name: project.name,
      percent: project.progress,
      key: randomUUID(),
      today: clock.today(),
    }
  })
}

type Refused =
  | Extract<ProgressReported, { refused: string }>
  | { refused: 'unreadable'; reply: FormReply }

export async function action({ request, params: { projectId }, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const reported = await asAdmin(
      context,
      async (admin): Promise<Refused | { updateId: string }> => {
        if (!isId(projectId)) throw notFound()
        const parsed = parseForm(ReportProgressSchema, form)
        if (!parsed.ok) return { refused: 'unreadable', reply: parsed.reply }
        return reportProgress(admin, projectId, parsed.value)
      },
    )
    if ('refused' in reported)
      return data({ reply: refusal(form, reported), toast: null }, { status: 422 })
  } catch (fault) {
    const reference = logFault(context, 'progress was not reported', fault)
    const message = `${failed.title}. ${failed.text} Reference ${reference}`
    return data({ reply: refuseForm(form, { message }), toast: failed }, { status: 500 })
  }
  const to = `/admin-dashboard/projects/${projectId}/updates`
  return redirectWithToast(to, { title: 'Progress reported', kind: 'success' })
}

function refusal(form: FormData, refused: Refused): FormReply {
  switch (refused.refused) {
    case 'unreadable':
      return refused.reply
    case 'not-found':
      throw notFound()
    case 'in-the-future': {
      const datedOn = `This day is still to come. Choose ${formatDay(refused.today)} or earlier.`
      return refuseForm(form, { errors: { datedOn } })
    }
    case 'key-reused':
      return refuseForm(form, {
        message: 'This was sent before with other words. Close this and try again.',
      })
    default:
      return refused satisfies never
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Report Progress', args)

export default function ReportProgress({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  const { name, percent, today } = loaderData
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  return (
    <RouteDialog title="Report Progress" subtitle={<bdi>{name}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <FieldGrid>
            <UpdateFields today={today} datedOn={today} percent={percent} />
            <CheckboxField
              name="told"
              label="Tell the investors of this project"
              hint="Those with an active or completed investment get a notification with these words"
            />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Reporting progress">Report Progress</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
