import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findInstallation } from '../../../../../domain/company/company.server.ts'
import { findProject } from '../../../../../domain/projects/find-project.server.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { adminQuery, notFound } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { isId } from '../../../../../values/id.ts'
import { sendWithProgress } from '../../../../parts/send-with-progress.ts'
import { ItemForm } from '../item-form.tsx'
import { type ItemReply, receiveNewItem } from '../receive-item.server.ts'
import type { Route } from './+types/route.ts'

const failed = 'Failed to add the verification item. Please try again later.'

export async function loader({ params: { projectId }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const project = isId(projectId) ? await findProject(admin, projectId) : null
    if (!project) throw notFound()
    const { uploadLimitBytes } = await findInstallation(admin)
    return {
      name: project.name,
      formKey: randomUUID(),
      today: clock.today(),
      uploadLimitBytes,
    }
  })
}

export function action(args: Route.ActionArgs) {
  return receiveNewItem(args)
}

/** Uploads with progress; on a network error the form keeps its state. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { pathname } = new URL(request.url)
  return sendWithProgress(`${pathname}/upload`, await request.formData(), failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add Verification Item', args)

export default function AddVerificationItem({
  loaderData,
  actionData: latest,
  params: { projectId },
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<ItemReply>(latest)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.formKey)
  const back = `/admin-dashboard/projects/${projectId}/verification`
  return (
    <>
      <PageHead
        title="Add Verification Item"
        lead={<bdi className="wrap-anywhere">{loaderData.name}</bdi>}
        back={{ to: back, label: 'Verification' }}
      />
      <ItemForm
        {...loaderData}
        formKey={key}
        reply={answer?.reply}
        fetcher={fetcher}
        closeTo={back}
        submit={{ label: 'Add item', pending: 'Adding item' }}
      />
      {answer?.toast && <Toaster toast={answer.toast} />}
    </>
  )
}
