import { useState } from 'react'
import { countOpenFor } from '../../../../domain/investment-requests/requests.server.ts'
import { remainingAfterOthers } from '../../../../domain/investments/oversubscription.server.ts'
import { editProject } from '../../../../domain/projects/edit-project.server.ts'
import { findProject } from '../../../../domain/projects/find-project.server.ts'
import { EditProjectSchema } from '../../../../domain/projects/project-schema.ts'
import { textOf } from '../../../../domain/projects/project-text.ts'
import { formAction } from '../../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  notFound,
  requireAdmin,
} from '../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../../ui/fields/use-answer.ts'
import { pageTitle } from '../../../../ui/layout/page-title.ts'
import { counted } from '../../../../values/counted.ts'
import { isId } from '../../../../values/id.ts'
import { type Cents, formatAmount, subtract, zero } from '../../../../values/money.ts'
import type { Toast } from '../../../../values/toast.ts'
import { projectsHome } from '../../../paths.ts'
import { ProjectFrame } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { FactsForm } from './facts-form.tsx'
import { type EditReply, refuseEdit } from './refusal.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(params.projectId) ? await findProject(admin, params.projectId) : null
    if (!project) throw notFound()
    return { project, fields: textOf(project) }
  })
}

export function action(args: Route.ActionArgs) {
  const { params, context } = args
  const { projectId } = params
  return formAction(args, {
    guard: requireAdmin,
    schema: EditProjectSchema,
    run: ({ value }) =>
      adminCommand(context, async (admin) => {
        const answer = await editProject(admin, projectId, value)
        if ('refused' in answer) return answer
        const isClosed = value.status === 'completed'
        return {
          left: await remainingAfterOthers(admin, projectId),
          lost: isClosed ? await countOpenFor(admin, projectId) : 0,
        }
      }),
    refusals: refuseEdit,
    done: (edited) => ({ to: projectsHome, toast: updated(edited) }),
    failed: 'Failed to update project',
  })
}

/** What is left after reservations, and the open requests that completing the project ends. */
type Edited = { left: Cents | null; lost: number }

/** Offering less than is sold, or completing with open requests, is allowed but reported. */
function updated({ left, lost }: Edited): Toast {
  const done: Toast = { title: 'Project updated', kind: 'success' }
  if (lost > 0) {
    const requests = `${counted(lost, 'open request')} can no longer be approved`
    return {
      ...done,
      text: `${requests}: decline it with a reason.`,
      seconds: 10,
    }
  }
  if (left === null || left >= zero) return done
  return {
    ...done,
    text: `It offers ${formatAmount(subtract(zero, left), 'when-needed')} less than is invested and reserved.`,
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Project', args)

export default function EditProject({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<EditReply>(latest)
  // Keeps the values the form was opened with across live revalidation.
  const [opened] = useState(loaderData)
  const { id } = loaderData.project
  return (
    <ProjectFrame project={loaderData.project}>
      <FactsForm
        key={id}
        opened={{ version: opened.project.version, fields: opened.fields }}
        storedVersion={loaderData.project.version}
        answer={answer}
        fetcher={fetcher}
        closeTo={projectsHome}
      />
      {answer?.toast && <Toaster toast={answer.toast} />}
    </ProjectFrame>
  )
}
