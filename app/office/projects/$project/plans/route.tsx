import { setTemplateArchived } from '../../../../domain/payment-plans/change-templates.server.ts'
import { templatesOf } from '../../../../domain/payment-plans/plan-templates.server.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { opensWithN } from '../../../../ui/fields/new-shortcut.ts'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { isId } from '../../../../values/id.ts'
import { projectsHome } from '../../../paths.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { projectWithMilestones } from './require-project.server.ts'
import { TemplateEntry } from './template-entry.tsx'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => ({
    ...(await projectWithMilestones(admin, projectId)),
    templates: await templatesOf(admin, projectId),
  }))
}

/** Archives a template, or takes it back into use. */
export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId } = params
  return formAction(args, {
    guard: requireAdmin,
    run: async ({ form }) => {
      const templateId = String(form.get('templateId'))
      if (!isId(templateId)) return { refused: 'unknown' as const }
      const isArchived = form.get('act') === 'archive'
      const changed = await adminCommand(context, (admin) =>
        setTemplateArchived(admin, { projectId, templateId }, isArchived),
      )
      return 'refused' in changed ? changed : { isArchived }
    },
    refusals: {
      unknown: 'Reload the page and try again.',
      'name-taken': 'Another template has this name now. Rename that one first.',
    },
    done: ({ isArchived }) => ({
      to: `${projectsHome}/${projectId}/plans`,
      toast: {
        title: isArchived ? 'Template archived' : 'Template in use again',
        kind: 'success',
      },
    }),
    failed: 'Failed to change the template',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Payment Plans', args)

export default function PlanTemplates({ loaderData, actionData }: Route.ComponentProps) {
  const { project, milestones, templates } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <ProjectFrame project={project}>
      <div className="mb-4 flex items-center max-[19em]:flex-wrap justify-between gap-4">
        <p className="text-muted">
          Templates of payment plans. Investors who request an investment see those in use.
        </p>
        <NewTemplate projectId={project.id} look="primary" />
      </div>
      {templates.length === 0 ? (
        <EmptyState
          icon="payment"
          title="No plan templates yet"
          action={<NewTemplate projectId={project.id} look="secondary" />}
        >
          A template says what is due and when, in percent or amounts.
        </EmptyState>
      ) : (
        <ul className="grid max-w-[52rem] gap-3">
          {templates.map((template) => (
            <TemplateEntry
              key={template.id}
              template={template}
              milestones={milestones}
              fetcher={fetcher}
              reply={answer?.reply}
            />
          ))}
        </ul>
      )}
      {answer?.toast && <Toaster toast={answer.toast} />}
    </ProjectFrame>
  )
}

function NewTemplate({ projectId, look }: { projectId: string; look: 'primary' | 'secondary' }) {
  return (
    <ButtonLink
      look={look}
      icon="plus"
      to={`${projectsHome}/${projectId}/plans/new`}
      {...(look === 'primary' ? opensWithN : {})}
    >
      Add template
    </ButtonLink>
  )
}
