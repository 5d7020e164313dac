import { findInstallation } from '../../../domain/company/company.server.ts'
import { EditDocumentSchema } from '../../../domain/documents/document-schema.ts'
import { editDocument } from '../../../domain/documents/edit-document.server.ts'
import { type ActionArgs, formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { refuseForm } from '../../../values/form.ts'
import { readDocument } from '../parts/read-document.server.ts'
import { documentRefusals, fileToast } from '../parts/refuse-document.ts'
import { requireDocument } from '../parts/require-document.server.ts'
import { storeDocument } from '../parts/store-document.server.ts'
import { mergeVersions } from './versions.ts'

const versionConflict =
  'This document changed while you were editing, and nothing was saved yet. Look at what changed, then save again.'

/** Handles the Edit Document form, with or without a new file, then redirects to `to`. */
export function receiveEdit(args: ActionArgs<{ id: string }>, to: string) {
  const { context, params } = args
  return formAction(args, {
    guard: () =>
      adminQuery(context, async (admin) => {
        await requireDocument(admin, params.id)
        return findInstallation(admin)
      }),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: (_, { uploadLimitBytes: limitBytes }, received) =>
      readDocument(received, { schema: EditDocumentSchema, limitBytes, missing: null }),
    run: async ({ value: { facts, file }, received }) => {
      const chosen = file?.originalName ?? null
      const edited = await storeDocument(context, received, (admin) =>
        editDocument(admin, params.id, facts, file),
      )
      return 'refused' in edited ? { ...edited, chosen } : edited
    },
    refusals: {
      ...documentRefusals,
      archived: 'This document was archived. Restore it first.',
      'version-conflict': ({ now, chosen }, form) => {
        const { values, changes } = mergeVersions(refuseForm(form, {}).values, now, chosen)
        return { values, message: versionConflict, facts: { changes } }
      },
    },
    refusedToast: fileToast,
    done: () => ({ to, toast: { title: 'Document updated', kind: 'success' } }),
    failed: 'Error updating document',
  })
}
