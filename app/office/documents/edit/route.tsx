import { randomUUID } from 'node:crypto'
import { Fragment, useState } from 'react'
import type { FetcherWithComponents } from 'react-router'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { CheckboxField } from '../../../ui/fields/checkbox-field.tsx'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogNotice } from '../../../ui/layout/dialog-notice.tsx'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { ConcurrentChanges } from '../../parts/concurrent-changes.tsx'
import { sendWithProgress } from '../../parts/send-with-progress.ts'
import { UploadProgress } from '../../parts/upload-progress.tsx'
import { pageBehindDocumentDialog } from '../../paths.ts'
import { documentChoices } from '../parts/document-choices.server.ts'
import { DocumentFields, DocumentFile } from '../parts/document-fields.tsx'
import type { DocumentReply } from '../parts/refuse-document.ts'
import { requireDocument } from '../parts/require-document.server.ts'
import type { Route } from './+types/route.ts'
import { receiveEdit } from './receive-edit.server.ts'
import { documentLabelOf, openedWith, valuesOf } from './versions.ts'

const failed = 'Error updating document. Please try again later.'

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => {
    const document = await requireDocument(admin, id)
    return {
      id,
      key: randomUUID(),
      version: document.version,
      isArchived: document.isArchived,
      stored: valuesOf(document),
      opened: openedWith(document),
      fileName: document.file.originalName,
      choices: await documentChoices(admin, document),
    }
  })
}

export function action(args: Route.ActionArgs) {
  return receiveEdit(args, pageBehindDocumentDialog(args.url, args.params.id))
}

/** Uploads with progress; on a network error the dialog keeps its state. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const { pathname, search } = new URL(request.url)
  return sendWithProgress(`${pathname}/upload${search}`, await request.formData(), failed)
}

export const meta: Route.MetaFunction = (args) => pageTitle('Edit Document', args)

export default function EditDocument({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer<DocumentReply>(latest)
  return (
    <RouteDialog title="Edit Document" subtitle={<bdi>{loaderData.stored.title}</bdi>}>
      {loaderData.isArchived && !answer ? (
        <Archived />
      ) : (
        <EditForm key={loaderData.id} loaded={loaderData} answer={answer} fetcher={fetcher} />
      )}
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

type FormProps = {
  loaded: Route.ComponentProps['loaderData']
  answer: DocumentReply | undefined
  fetcher: FetcherWithComponents<unknown>
}

function EditForm({ loaded, answer, fetcher }: FormProps) {
  // Keeps the values the form was opened with across live revalidation.
  const [{ key, version, opened, stored, fileName, choices }] = useState(loaded)
  const typed = answer?.reply.values
  const current = typed?.version ?? String(version)
  const nameNow = typed?.fileName ?? fileName
  return (
    <ActionForm reply={answer?.reply} fetcher={fetcher} encType="multipart/form-data">
      <DialogBody>
        <input type="hidden" name="key" value={typed?.key ?? key} />
        <input type="hidden" name="version" value={current} />
        <input type="hidden" name="opened" value={typed?.opened ?? opened} />
        <input type="hidden" name="fileName" value={nameNow} />
        <ConcurrentChanges changes={answer?.changes ?? []} labelOf={documentLabelOf} />
        <Fragment key={current}>
          <DocumentFields {...choices} reply={answer?.reply} stored={stored} />
        </Fragment>
        {/* Not remounted with the other fields: a chosen file would be lost. */}
        <div className="mt-4">
          <FieldGrid>
            <div className="col-span-full grid gap-1.5">
              <DocumentFile uploadLimitBytes={choices.uploadLimitBytes} label="New file" />
              <p className="text-xs text-muted wrap-anywhere">
                Current file: <bdi>{nameNow}</bdi>. A new file replaces it; the earlier one is kept
                for administrators.
              </p>
            </div>
            <CheckboxField
              name="told"
              label="Notify those who can see it"
              hint="They receive a notification."
            />
            <p className="col-span-full text-xs text-muted">
              Investors who can no longer see it after a change also lose the notification of it.
            </p>
          </FieldGrid>
        </div>
        <UploadProgress of="document" />
      </DialogBody>
      <DialogFoot>
        <DialogCancel />
        <SubmitButton pendingLabel="Saving changes">Save Changes</SubmitButton>
      </DialogFoot>
    </ActionForm>
  )
}

function Archived() {
  return <DialogNotice tone="info">This document is archived. Restore it first.</DialogNotice>
}

export function ErrorBoundary() {
  return (
    <RouteDialog title="Edit Document">
      <ErrorState title="Error fetching data" />
    </RouteDialog>
  )
}
