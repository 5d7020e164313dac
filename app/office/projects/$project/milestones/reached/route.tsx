import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findInstallation } from '../../../../../domain/company/company.server.ts'
import { openedIfReached } from '../../../../../domain/payment-plans/plans.server.ts'
import { findProject } from '../../../../../domain/projects/find-project.server.ts'
import { listProofDocuments } from '../../../../../domain/projects/milestones.server.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { adminQuery, notFound } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { isAfter, parseCalendarDate } from '../../../../../values/calendar-date.ts'
import { sendWithProgress } from '../../../../parts/send-with-progress.ts'
import { requireMilestone } from '../require-milestone.server.ts'
import type { Route } from './+types/route.ts'
import { openedOn, ProofForm, type ProofReply } from './proof-form.tsx'
import { receiveProof } from './receive-proof.server.ts'

const failed = 'Failed to mark the milestone as reached. Please try again later.'

/** What it opens is for the day of the form, else for today. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const milestone = await requireMilestone(context, params)
  return adminQuery(context, async (admin) => {
    const project = await findProject(admin, params.projectId)
    if (!project) throw notFound()
    const { uploadLimitBytes } = await findInstallation(admin)
    const today = clock.today()
    const day = parseCalendarDate(url.searchParams.get('on') ?? '')
    const on = day.ok && !isAfter(day.day, today) ? day.day : today
    return {
      project: project.name,
      milestone,
      documents: await listProofDocuments(admin, project.id),
      formKey: randomUUID(),
      today,
      opened: openedOn(on, await openedIfReached(admin, milestone.id, on)),
      uploadLimitBytes,
    }
  })
}

export function action(args: Route.ActionArgs) {
  return receiveProof(args)
}

/** Uploads with progress; on a network error the form keeps its state. */
export async function clientAction({
  request,
  params: { projectId, milestoneId },
}: Route.ClientActionArgs) {
  const address = `/admin-dashboard/projects/${projectId}/milestones/${milestoneId}/reached/upload`
  return sendWithProgress(address, await request.formData(), failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Mark as reached', args)

export default function ReachMilestone({
  loaderData,
  actionData: latest,
  params: { projectId },
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<ProofReply>(latest as ProofReply | undefined)
  const { project, milestone } = loaderData
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.formKey)
  const back = `/admin-dashboard/projects/${projectId}/milestones`
  return (
    <>
      <PageHead
        title="Mark as reached"
        lead={
          <bdi className="wrap-anywhere">
            {milestone.name}, {project}
          </bdi>
        }
        back={{ to: back, label: 'Milestones' }}
      />
      {milestone.reached && !answer ? (
        <p>This milestone is already reached.</p>
      ) : (
        <ProofForm {...loaderData} formKey={key} answer={answer} fetcher={fetcher} closeTo={back} />
      )}
      {answer?.toast && <Toaster toast={answer.toast} />}
    </>
  )
}
