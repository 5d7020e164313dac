import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findProject } from '../../../../../domain/projects/find-project.server.ts'
import { reportProgress } from '../../../../../domain/projects/report-progress.server.ts'
import { ReportProgressSchema } from '../../../../../domain/projects/update-schema.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../../../ui/fields/field.tsx'
import { ActionForm } from '../../../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../../../ui/layout/route-dialog.tsx'
import { formatDay } from '../../../../../values/calendar-date.ts'
import { isId } from '../../../../../values/id.ts'
import { UpdateFields } from '../update-fields.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
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

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: ReportProgressSchema,
    run: ({ value }) => adminCommand(context, (admin) => reportProgress(admin, projectId, value)),
    refusals: {
      'in-the-future': ({ today }) => ({
        errors: { datedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
      }),
      'key-reused': 'The form was already sent with a different text. Close this and try again.',
    },
    done: () => ({
      to: `/admin-dashboard/projects/${projectId}/updates`,
      toast: { title: 'Progress reported', kind: 'success' },
    }),
    failed: 'Failed to report progress',
  })
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
              label="Notify the investors of this project"
              hint="Investors with an active or completed investment are notified with this text"
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
