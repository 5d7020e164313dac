import { useState } from 'react'
import { changeTemplate } from '../../../../../domain/payment-plans/change-templates.server.ts'
import { fieldsOf } from '../../../../../domain/payment-plans/plan-form.ts'
import { EditTemplateSchema } from '../../../../../domain/payment-plans/plan-schema.ts'
import { findTemplate } from '../../../../../domain/payment-plans/plan-templates.server.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { formAction } from '../../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { isId } from '../../../../../values/id.ts'
import { projectsHome } from '../../../../paths.ts'
import { ProjectFrame } from '../../frame.tsx'
import { exampleAmount } from '../example-amount.ts'
import { projectWithMilestones } from '../require-project.server.ts'
import { readTemplate, unknownMilestoneError } from '../template-action.server.ts'
import { TemplateForm } from '../template-form.tsx'
import type { Route } from './+types/route.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { projectId, templateId } = params
  return adminQuery(context, async (admin) => {
    const found = await projectWithMilestones(admin, projectId)
    const template = isId(templateId) ? await findTemplate(admin, templateId) : null
    if (template?.projectId !== projectId) throw notFound()
    const { name, version, lines } = template
    const fields = { ...fieldsOf(lines), name, example: exampleAmount(found.project) }
    return { ...found, today: clock.today(), version, fields }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId, templateId } = params
  return formAction(args, {
    guard: requireAdmin,
    parse: (form) => readTemplate(EditTemplateSchema, form),
    run: async ({ value }) => {
      if ('fields' in value) return value
      const { head, lines } = value
      return adminCommand(context, (admin) =>
        changeTemplate(admin, { projectId, templateId }, { ...head, lines }),
      )
    },
    refusals: {
      'name-taken': { errors: { name: 'Another template of this project has this name.' } },
      'unknown-milestone': ({ place }, form) => ({ errors: unknownMilestoneError(form, place) }),
      'version-conflict':
        'Someone else has changed this template, and nothing was saved. Open it again to see the change.',
    },
    done: (sent) =>
      'fields' in sent
        ? { reply: { errors: {}, values: sent.fields } }
        : {
            to: `${projectsHome}/${projectId}/plans`,
            toast: {
              title: 'Template changed',
              text: 'Plans made from it do not change.',
              kind: 'success',
            },
          },
    failed: 'Failed to change the template',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Plan Template', args)

export default function EditPlanTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const { project, milestones, today, fields } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // Keeps the version that was opened across live revalidation.
  const [version] = useState(answer?.reply.values.version ?? String(loaderData.version))
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
        <input type="hidden" name="version" value={version} />
      </TemplateForm>
      {answer?.toast && <Toaster toast={answer.toast} />}
    </ProjectFrame>
  )
}
