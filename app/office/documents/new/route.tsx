import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { findInstallation } from '../../../domain/company/company.server.ts'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { audienceSizes } from '../../../domain/notifications/audience.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { answerPage } from '../../parts/answer-upload.server.ts'
import { investorChoice } from '../../parts/choice.ts'
import { sendWithProgress } from '../../parts/send-with-progress.ts'
import { UploadProgress } from '../../parts/upload-progress.tsx'
import type { Route } from './+types/route.ts'
import { DocumentFields } from './document-fields.tsx'
import { documentStored, receiveDocument } from './receive-document.server.ts'

const failed = 'Error uploading document. Please try again later.'

export async function loader({ context }: Route.LoaderArgs) {
  return asAdmin(context, async (admin) => ({
    key: randomUUID(),
    uploadLimitBytes: (await findInstallation(admin)).uploadLimitBytes,
    projects: (await audienceSizes(admin)).projects,
    investors: (await suggestInvestors(admin, '')).map(investorChoice),
  }))
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return answerPage(await receiveDocument(request, context), documentStored(url.search))
}

/** With script the bytes are counted on their way, and without an answer the dialog stays as it stands. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { search } = new URL(request.url)
  return sendWithProgress(`/admin-dashboard/documents/new/upload${search}`, await request.formData(), failed)
}

export const meta: Route.MetaFunction = () => [{ title: 'Upload Document · Msingi' }]

export default function UploadDocument({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer: actionData, fetcher } = useAnswer(latest)
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const { key: newKey, ...choices } = loaderData
  const [key] = useState(actionData?.values.key ?? newKey)
  return (
    <RouteDialog title="Upload Document">
      <ActionForm reply={actionData} fetcher={fetcher} encType="multipart/form-data">
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <DocumentFields {...choices} reply={actionData} />
          <UploadProgress of="document" />
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Uploading document">Upload Document</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
