import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { addTemplate } from '../../../../../domain/payment-plans/change-templates.server.ts'
import { fieldsOf } from '../../../../../domain/payment-plans/plan-form.ts'
import { AddTemplateSchema } from '../../../../../domain/payment-plans/plan-schema.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  requireAdmin,
} from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { basisPoints } from '../../../../../values/percent.ts'
import { projectsHome } from '../../../../paths.ts'
import { ProjectFrame } from '../../frame.tsx'
import { exampleAmount } from '../example-amount.ts'
import { projectWithMilestones } from '../require-project.server.ts'
import { readTemplate, unknownMilestoneError } from '../template-action.server.ts'
import { TemplateForm } from '../template-form.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const found = await projectWithMilestones(admin, projectId)
    return {
      ...found,
      today: clock.today(),
      key: randomUUID(),
      fields: { ...begin, name: '', example: exampleAmount(found.project) },
    }
  })
}

const line = (percent: number, months: number) => ({
  label: null,
  amount: null,
  percent: basisPoints(percent),
  due: { kind: 'months' as const, months },
})

const begin = fieldsOf([line(1000, 0), line(9000, 12)])

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId } = params
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) => readTemplate(AddTemplateSchema, form),
    run: async ({ value }) => {
      if ('fields' in value) return value
      const { head, lines } = value
      return adminCommand(context, (admin) => addTemplate(admin, projectId, { ...head, lines }))
    },
    refusals: {
      'name-taken': { errors: { name: 'Another template of this project has this name.' } },
      'unknown-milestone': ({ place }, form) => ({ errors: unknownMilestoneError(form, place) }),
      'key-reused':
        'The form was already sent with different values. Reload the page and try again.',
    },
    done: (sent) =>
      'fields' in sent
        ? { reply: { errors: {}, values: sent.fields } }
        : {
            to: `${projectsHome}/${projectId}/plans`,
            toast: { title: 'Template added', kind: 'success' },
          },
    failed: 'Failed to add the template',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Plan Template', args)

export default function AddPlanTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { project, milestones, today, fields } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  return (
    <ProjectFrame project={project}>
      <TemplateForm
        milestones={milestones}
        today={today}
        fetcher={fetcher}
        opened={fields}
        reply={answer?.reply}
        closeTo={`${projectsHome}/${project.id}/plans`}
        save="Save template"
      >
        <input type="hidden" name="key" value={key} />
      </TemplateForm>
      {answer?.toast && <Toaster toast={answer.toast} />}
    </ProjectFrame>
  )
}
