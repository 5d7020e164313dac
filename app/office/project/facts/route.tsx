import { useState } from 'react'
import { data } from 'react-router'
import { leftBeside } from '../../../domain/investments/beyond-offer.server.ts'
import { editProject } from '../../../domain/projects/edit-project.server.ts'
import { findProject } from '../../../domain/projects/find-project.server.ts'
import { EditProjectSchema } from '../../../domain/projects/project-schema.ts'
import { textOf } from '../../../domain/projects/project-text.ts'
import { asAdmin, logFault, lookAsAdmin, notFound } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import { type Cents, formatAmount, subtract, zero } from '../../../values/money.ts'
import type { Toast } from '../../../values/toast.ts'
import { ProjectFrame, projectsHome } from '../frame.tsx'
import type { Route } from './+types/route.ts'
import { FactsForm } from './facts-form.tsx'
import { type EditRefused, type EditReply, refuseEdit } from './refusal.ts'

const failed: Toast = { title: 'Failed to update project', text: 'Please try again later.', kind: 'error' }

export async function loader({ params, context }: Route.LoaderArgs) {
  return lookAsAdmin(context, async (admin) => {
    const project = isId(params.projectId) ? await findProject(admin, params.projectId) : null
    if (!project) throw notFound()
    return { project, fields: textOf(project) }
  })
}

export async function action({ request, params: { projectId }, context }: Route.ActionArgs) {
  const form = await readForm(request)
  try {
    const edited = await asAdmin(context, async (admin): Promise<EditRefused | { left: Cents | null }> => {
      if (!isId(projectId)) throw notFound()
      const parsed = parseForm(EditProjectSchema, form)
      if (!parsed.ok) return { refused: 'unreadable', reply: parsed.reply }
      const answer = await editProject(admin, projectId, parsed.value)
      if ('refused' in answer && answer.refused === 'not-found') throw notFound()
      return 'refused' in answer ? answer : { left: await leftBeside(admin, projectId) }
    })
    if ('refused' in edited) return data<EditReply>({ ...refuseEdit(form, edited), toast: null }, { status: 422 })
    return redirectWithToast(projectsHome, updated(edited.left))
  } catch (fault) {
    const reference = logFault(context, 'a project was not changed', fault)
    const message = `${failed.title}. ${failed.text} Reference ${reference}`
    return data<EditReply>({ reply: refuseForm(form, { message }), changes: [], toast: failed }, { status: 500 })
  }
}

/** Less may be offered than is sold, but not unawares: the requests that reserve a part cannot be approved then. */
function updated(left: Cents | null): Toast {
  const done: Toast = { title: 'Project updated', kind: 'success' }
  if (left === null || left >= zero) return done
  return {
    ...done,
    text: `It offers ${formatAmount(subtract(zero, left), 'when-needed')} less than is invested and reserved.`,
  }
}

export const meta: Route.MetaFunction = () => [{ title: 'Edit Project · Msingi' }]

export default function EditProject({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(latest)
  // What the form was opened with stays, however often live updates read the page again.
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
