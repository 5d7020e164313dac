import { useState } from 'react'
import { findInstallation } from '../../../../../domain/company/company.server.ts'
import { verificationName } from '../../../../../domain/verification/verification-item.ts'
import { clock } from '../../../../../platform/clock.server.ts'
import { adminQuery } from '../../../../../platform/session/session.server.ts'
import { Toaster } from '../../../../../ui/feedback/toaster.tsx'
import { useAnswer } from '../../../../../ui/fields/use-answer.ts'
import { PageHead } from '../../../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../../../ui/layout/page-title.ts'
import { sendWithProgress } from '../../../../parts/send-with-progress.ts'
import { ItemForm } from '../item-form.tsx'
import { type ItemReply, receiveItem } from '../receive-item.server.ts'
import { requireItem } from '../require-item.server.ts'
import type { Route } from './+types/route.ts'

const failed = 'Failed to change the verification item. Please try again later.'

export async function loader({ params, context }: Route.LoaderArgs) {
  const entry = await requireItem(context, params)
  const { uploadLimitBytes } = await adminQuery(context, findInstallation)
  return { entry, today: clock.today(), uploadLimitBytes }
}

export function action(args: Route.ActionArgs) {
  return receiveItem(args)
}

/** Uploads with progress; on a network error the form keeps its state. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { pathname } = new URL(request.url)
  return sendWithProgress(`${pathname}/upload`, await request.formData(), failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Verification Item', args)

export default function EditVerificationItem({
  loaderData,
  actionData: latest,
  params: { projectId },
}: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<ItemReply>(latest)
  // Keeps the values the form was opened with across live revalidation.
  const [stored] = useState(loaderData.entry)
  const back = `/admin-dashboard/projects/${projectId}/verification`
  return (
    <>
      <PageHead
        title="Edit Verification Item"
        lead={<bdi className="wrap-anywhere">{verificationName(stored)}</bdi>}
        back={{ to: back, label: 'Verification' }}
      />
      <ItemForm
        {...loaderData}
        stored={stored}
        changes={answer?.changes ?? []}
        reply={answer?.reply}
        fetcher={fetcher}
        closeTo={back}
        submit={{ label: 'Save changes', pending: 'Saving changes' }}
      />
      {answer?.toast && <Toaster toast={answer.toast} />}
    </>
  )
}
