import { findInstallation } from '../../../domain/company/company.server.ts'
import { UploadDocumentSchema } from '../../../domain/documents/document-schema.ts'
import { uploadDocument } from '../../../domain/documents/upload-document.server.ts'
import { asAdmin, type Context } from '../../../platform/session.server.ts'
import { receiveForm } from '../../../platform/upload.server.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import type { FormTaken } from '../../parts/answer-upload.server.ts'
import { readFile } from '../parts/read-file.server.ts'
import {
  type DocumentReply,
  documentFault,
  refuseTyped,
  whyRefused,
} from '../parts/refuse-document.ts'
import { storeDocument } from '../parts/store-document.server.ts'

/** Back to the list as it was searched. */
export function documentStored(search: string) {
  return {
    to: `/admin-dashboard/documents${search}`,
    toast: { title: 'Document uploaded', kind: 'success' as const },
  }
}

/**
 * Receives the form of Upload Document with its file. The guard comes first, before any byte is kept; the transaction
 * opens only once everything has arrived. A refused form leaves no file behind.
 */
export async function receiveDocument(request: Request, context: Context): Promise<FormTaken> {
  const { uploadLimitBytes } = await asAdmin(context, findInstallation)
  const received = await receiveForm(request, uploadLimitBytes)
  const { form } = received
  const parsed = parseForm(UploadDocumentSchema, form)
  const read = await readFile(received, uploadLimitBytes)
  const why = 'why' in read ? read.why : read.file ? null : 'Please select a file to upload.'
  if (!parsed.ok || why !== null || !('file' in read) || !read.file) {
    await received.discard()
    return refused(refuseTyped(form, parsed, why))
  }
  const { file } = read
  const uploaded = await storeDocument(context, received, (admin) =>
    uploadDocument(admin, parsed.value, file),
  )
  if ('reference' in uploaded) {
    const { toast, message } = documentFault('Error uploading document', uploaded.reference)
    const reply: DocumentReply = { ...refuseForm(form, { message }), toast }
    return { stored: false, reply, status: 500 }
  }
  if (!('refused' in uploaded)) return { stored: true }
  const { toast, ...sentences } = whyRefused(uploaded)
  return refused({ ...refuseForm(form, sentences), ...(toast ? { toast } : {}) })
}

function refused(reply: DocumentReply): FormTaken {
  return { stored: false, reply, status: 422 }
}
