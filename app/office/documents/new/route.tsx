import { randomUUID } from 'node:crypto'
import { useEffect, useState } from 'react'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { useScript } from '../../../ui/connection/use-script.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { counted } from '../../../values/counted.ts'
import { sendWithProgress } from '../../parts/send-with-progress.ts'
import { UploadProgress } from '../../parts/upload-progress.tsx'
import { documentChoices } from '../parts/document-choices.server.ts'
import { DocumentFields, DocumentFile } from '../parts/document-fields.tsx'
import type { DocumentReply } from '../parts/refuse-document.ts'
import type { Route } from './+types/route.ts'
import { FileRows } from './file-rows.tsx'
import { receiveDocument } from './receive-document.server.ts'
import { addFiles, chosenFiles, forgetFiles, uploadFiles, useChosenFiles } from './send-files.ts'

const failed = 'Error uploading document. Please try again later.'

/** Preselects the investor whose documents the list shows. */
export async function loader({ url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const of = await findInvestor(admin, url.searchParams.get('investor') ?? '')
    const investor = of && !of.isArchived ? { id: of.id, name: of.fullName, email: of.email } : null
    return {
      key: randomUUID(),
      choices: await documentChoices(admin, { project: null, investor }),
      stored: investor && { ...nothingSaid, audience: 'investor', investorId: investor.id },
    }
  })
}

const nothingSaid = { title: '', description: '', documentType: 'legal', projectId: '' }

export function action(args: Route.ActionArgs) {
  return receiveDocument(args, args.url.search)
}

/** Uploads with progress; on a network error the dialog keeps its state. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { search } = new URL(request.url)
  const address = `/admin-dashboard/documents/new/upload${search}`
  const form = await request.formData()
  return chosenFiles().length > 0
    ? uploadFiles(address, form)
    : sendWithProgress(address, form, failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Upload Document', args)

export default function UploadDocument({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<DocumentReply>(latest)
  // Keeps the first idempotency key across revalidation, so that a double submit stays harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const { choices, stored } = loaderData
  const scripted = useScript()
  const files = useChosenFiles()
  const waiting = files.filter(({ state }) => state.is !== 'stored').length
  useEffect(() => forgetFiles, [])
  const take = (added: File[]) => {
    const areKept = files.length > 0 || added.length > 1
    if (areKept) addFiles(added, choices.uploadLimitBytes)
    return areKept
  }
  return (
    <RouteDialog title="Upload Document">
      <ActionForm reply={answer?.reply} fetcher={fetcher} encType="multipart/form-data">
        <DialogBody>
          <input type="hidden" name="key" value={key} />
          {/* A changed field makes the leave guard ask while files are chosen. */}
          <input type="hidden" value={files.map((file) => file.key).join(' ')} readOnly />
          <DocumentFields
            {...choices}
            {...(stored && { stored })}
            reply={answer?.reply}
            titles={files.length > 0 ? <FileRows files={files} /> : null}
          >
            <DocumentFile
              uploadLimitBytes={choices.uploadLimitBytes}
              required
              {...(scripted && { several: { take, areKept: files.length > 0 } })}
            />
          </DocumentFields>
          <UploadProgress of="document" />
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          {files.length > 0 ? (
            <SubmitButton pendingLabel="Uploading documents">{`Upload ${counted(waiting, 'Document')}`}</SubmitButton>
          ) : (
            <SubmitButton pendingLabel="Uploading document">Upload Document</SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

export function ErrorBoundary() {
  return (
    <RouteDialog title="Upload Document">
      <ErrorState title="Error uploading document" />
    </RouteDialog>
  )
}
