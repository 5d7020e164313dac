import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findInstallation } from '../../../domain/company/company.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import type { ActionReply } from '../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { sendWithProgress } from '../../parts/send-with-progress.ts'
import { projectsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'
import { ProjectForm } from './project-form.tsx'
import { receiveProject } from './receive-project.server.ts'

const failed = 'Failed to add project. Please try again later.'

export async function loader({ context }: Route.LoaderArgs) {
  const { uploadLimitBytes } = await adminQuery(context, findInstallation)
  return { key: randomUUID(), today: clock.today(), uploadLimitBytes }
}

export function action(args: Route.ActionArgs) {
  return receiveProject(args)
}

/** Uploads with progress; on a network error the form keeps its state. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  return sendWithProgress(`${projectsHome}/new/upload`, await request.formData(), failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Project', args)

export default function AddProject({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer: actionData, fetcher } = useAnswer<ActionReply>(latest)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(actionData?.reply.values.key ?? loaderData.key)
  return (
    <>
      <PageHead title="Add Project" back={{ to: projectsHome, label: 'Manage Projects' }} />
      <ProjectForm
        reply={actionData?.reply}
        fetcher={fetcher}
        formKey={key}
        today={loaderData.today}
        limitBytes={loaderData.uploadLimitBytes}
        closeTo={projectsHome}
      />
      {actionData?.toast && <Toaster toast={actionData.toast} />}
    </>
  )
}
