import { z } from 'zod'
import type { DocumentInFull } from '../../../domain/documents/document-in-full.server.ts'
import { type Removal, removalOf } from '../../../domain/documents/removal.ts'
import { removeDocument } from '../../../domain/documents/remove-document.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import {
  adminCommand,
  adminQuery,
  type Context,
  logFault,
  requireAdmin,
} from '../../../platform/session/session.server.ts'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Toaster } from '../../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { requireDocument } from '../parts/require-document.server.ts'
import type { Route } from './+types/route.ts'

const RemovalSchema = z.object({
  as: z.enum(['archive', 'delete'], 'Reload the page and try again.'),
})

export async function loader({ params: { id }, context }: Route.LoaderArgs) {
  const document = await adminQuery(context, (admin) => requireDocument(admin, id))
  return { document, removal: removalOf(document) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: RemovalSchema,
    run: async ({ value }) => {
      const removed = await adminCommand(context, (admin) =>
        removeDocument(admin, params.id, value.as),
      )
      if (!('refused' in removed)) await forgetBytes(context, removed.fileKeys)
      return removed
    },
    refusals: {
      archived: 'This document was already archived. Nothing was changed.',
      'has-history-now':
        'An investor has since downloaded this document, its file was replaced, or it is the proof of a milestone. It can only be archived now. Nothing was changed.',
      'has-none-now': 'This document can be deleted now. Nothing was changed.',
    },
    done: ({ removed }) => ({
      to: `/admin-dashboard/documents${url.search}`,
      toast: {
        title: removed === 'deleted' ? 'Document deleted' : 'Document archived',
        kind: 'success',
      },
    }),
    failed: (form) =>
      form.get('as') === 'archive' ? 'Error archiving document' : 'Error deleting document',
  })
}

/** The document is deleted by now, so failing to delete its files is only logged. */
async function forgetBytes(context: Context, keys: string[]) {
  try {
    for (const key of keys) await files.remove(key)
  } catch (fault) {
    logFault(context, 'the file of a deleted document is still in the store', fault)
  }
}

const titles: Record<Removal, string> = { archive: 'Archive Document', delete: 'Delete Document' }

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(titles[loaderData?.removal ?? 'delete'], args)

export default function RemoveDocument({ loaderData, actionData: latest }: Route.ComponentProps) {
  const { document, removal } = loaderData
  const { answer, fetcher } = useAnswer(latest)
  const title = titles[removal]
  const stays = document.isArchived && !answer
  return (
    <RouteDialog title={title} subtitle={<bdi>{document.title}</bdi>}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <input type="hidden" name="as" value={removal} />
        <DialogBody>
          {stays ? (
            <Alert tone="info">This document is already archived.</Alert>
          ) : (
            <DeletionEffects document={document} removal={removal} />
          )}
        </DialogBody>
        <DialogFoot>
          <DialogCancel>{stays ? 'Close' : 'Keep it'}</DialogCancel>
          {!stays && (
            <SubmitButton
              look="danger"
              pendingLabel={removal === 'delete' ? 'Deleting document' : 'Archiving document'}
              icon="trash"
            >
              {title}
            </SubmitButton>
          )}
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}

function DeletionEffects({ document, removal }: { document: DocumentInFull; removal: Removal }) {
  const { audience, investor, file } = document
  const archived = removal === 'archive'
  const whose = {
    investor: investor?.name,
    project: 'Investors of the project',
    administrators: null,
  }[audience]
  return (
    <div className="grid gap-4">
      <p>
        {archived
          ? `${reasonToKeep(document)}, so it is archived instead of deleted. You will find it under Archived and can restore it.`
          : 'No investor has downloaded it. It is deleted with its file; this cannot be undone.'}
      </p>
      <Consequences>
        {whose && (
          <Consequence of={<bdi>{whose}</bdi>}>
            no longer {audience === 'investor' ? 'sees' : 'see'} it
          </Consequence>
        )}
        <Consequence of={file.number > 1 ? `Its ${file.number} files` : 'Its file'}>
          {archived ? 'kept, for administrators' : 'deleted'}
        </Consequence>
        <Consequence of="Audit log">stays as it is</Consequence>
      </Consequences>
    </div>
  )
}

function reasonToKeep({ isRead, isProof }: Pick<DocumentInFull, 'isRead' | 'isProof'>): string {
  if (isRead) return 'An investor has downloaded it'
  return isProof ? 'It is the proof of a milestone' : 'Its file was replaced'
}
