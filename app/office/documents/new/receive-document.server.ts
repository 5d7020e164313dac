import { findInstallation } from '../../../domain/company/company.server.ts'
import { UploadDocumentSchema } from '../../../domain/documents/document-schema.ts'
import { uploadDocument } from '../../../domain/documents/upload-document.server.ts'
import { type ActionArgs, formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { readDocument } from '../parts/read-document.server.ts'
import { documentRefusals, fileToast } from '../parts/refuse-document.ts'
import { storeDocument } from '../parts/store-document.server.ts'

const missing = 'Please select a file to upload.'

/** Handles the Upload Document form, then redirects to the list with its search. */
export function receiveDocument(args: ActionArgs, search: string) {
  const { context } = args
  return formAction(args, {
    guard: () => adminQuery(context, findInstallation),
    limitBytes: ({ uploadLimitBytes }) => uploadLimitBytes,
    parse: (_, { uploadLimitBytes: limitBytes }, received) =>
      readDocument(received, { schema: UploadDocumentSchema, limitBytes, missing }),
    run: async ({ value: { facts, file }, received }) => {
      if (!file) throw new Error('a document was read as complete without its file')
      return storeDocument(context, received, (admin) => uploadDocument(admin, facts, file))
    },
    refusals: documentRefusals,
    refusedToast: fileToast,
    done: () => ({
      to: `/admin-dashboard/documents${search}`,
      toast: { title: 'Document uploaded', kind: 'success' },
    }),
    failed: 'Error uploading document',
  })
}
