import { randomUUID } from 'node:crypto'
import { useState } from 'react'
import { data, Link, redirect, useLocation } from 'react-router'
import { findInstallation } from '../../../domain/company/company.server.ts'
import { suggestInvestors } from '../../../domain/investors/investors.server.ts'
import { audienceSizes } from '../../../domain/notifications/audience.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { DialogBody, DialogFoot, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import type { FormReply } from '../../../values/form.ts'
import { investorChoice } from '../../parts/choice.ts'
import type { Route } from './+types/route.ts'
import { DocumentFields } from './document-fields.tsx'
import { receiveDocument } from './receive-document.server.ts'
import { sendWithProgress } from './send-with-progress.ts'
import { UploadProgress } from './upload-progress.tsx'

const list = '/admin-dashboard/documents'
const lost = 'The connection was lost while the file was sent. Nothing was stored; try again.'
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
  const received = await receiveDocument(request, context)
  if (!received.stored) return data(received.reply, { status: received.status })
  return redirectWithToast(`${list}${url.search}`, { title: 'Document uploaded', kind: 'success' })
}

/**
 * With script the bytes are counted on their way, and a lost connection leaves the dialog as it stands: a refusal's
 * status keeps the router from reading the page again, which would fail just as much.
 */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { search } = new URL(request.url)
  const sending = sendWithProgress(`${list}/new/upload${search}`, await request.formData())
  const [answer] = await Promise.all([sending, pendingIsSeen()])
  if (answer === null) return refused({ errors: { file: lost }, values: {}, message: 'Upload failed' })
  if (answer.status === 204) throw redirect(answer.getResponseHeader('Location') ?? list)
  const isReply = answer.getResponseHeader('Content-Type')?.startsWith('application/json') ?? false
  return refused(isReply ? JSON.parse(answer.responseText) : { errors: {}, values: {}, message: failed })
}

/** ui/form.tsx learns that sending ended from having seen it begin, which an answer quicker than a render would hide. */
function pendingIsSeen() {
  return new Promise((done) => setTimeout(done, 250))
}

function refused(reply: FormReply) {
  return data(reply, { status: 422 })
}

export const meta: Route.MetaFunction = () => [{ title: 'Upload Document · Msingi' }]

export default function UploadDocument({ loaderData, actionData }: Route.ComponentProps) {
  const { search } = useLocation()
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const { key: newKey, ...choices } = loaderData
  const [key] = useState(actionData?.values.key ?? newKey)
  return (
    <RouteDialog title="Upload Document">
      <ActionForm reply={actionData} encType="multipart/form-data">
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          <DocumentFields {...choices} reply={actionData} />
          <UploadProgress />
        </DialogBody>
        <DialogFoot>
          <Link to={{ pathname: '..', search }} relative="path" preventScrollReset className={buttonClass('secondary')}>
            Cancel
          </Link>
          <SubmitButton pendingLabel="Uploading document">Upload Document</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
