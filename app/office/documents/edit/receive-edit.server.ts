import { findInstallation } from '../../../domain/company/company.server.ts'
import { findDocument } from '../../../domain/documents/document-in-full.server.ts'
import { EditDocumentSchema } from '../../../domain/documents/document-schema.ts'
import {
  type DocumentEdited,
  editDocument,
} from '../../../domain/documents/edit-document.server.ts'
import { asAdmin, type Context, notFound } from '../../../platform/session.server.ts'
import { receiveForm } from '../../../platform/upload.server.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { isId } from '../../../values/id.ts'
import type { FormTaken } from '../../parts/answer-upload.server.ts'
import { readFile } from '../parts/read-file.server.ts'
import {
  type DocumentReply,
  documentFault,
  refuseTyped,
  whyRefused,
} from '../parts/refuse-document.ts'
import { storeDocument } from '../parts/store-document.server.ts'
import { mergeVersions } from './versions.ts'

const changedMeanwhile =
  'This document changed while you were editing, and nothing of yours is stored yet. Look at what changed, then save again.'

/** Back to the list as it was searched, or to the document's page. */
export function documentEdited(to: string) {
  return { to, toast: { title: 'Document updated', kind: 'success' as const } }
}

/**
 * Receives the form of Edit Document, with a new file or without. The guard comes first, before any byte is kept; a refused
 * form leaves no file behind.
 */
export async function receiveEdit(
  request: Request,
  context: Context,
  documentId: string,
): Promise<FormTaken> {
  const uploadLimitBytes = await asAdmin(context, async (admin) => {
    if (!isId(documentId) || !(await findDocument(admin, documentId))) throw notFound()
    return (await findInstallation(admin)).uploadLimitBytes
  })
  const received = await receiveForm(request, uploadLimitBytes)
  const { form } = received
  const parsed = parseForm(EditDocumentSchema, form)
  const read = await readFile(received, uploadLimitBytes)
  if (!parsed.ok || 'why' in read) {
    await received.discard()
    return refused(refuseTyped(form, parsed, 'why' in read ? read.why : null))
  }
  const { file } = read
  const edited = await storeDocument(context, received, (admin) =>
    editDocument(admin, documentId, parsed.value, file),
  )
  if ('reference' in edited) {
    const { toast, message } = documentFault('Error updating document', edited.reference)
    const reply: DocumentReply = { ...refuseForm(form, { message }), toast }
    return { stored: false, reply, status: 500 }
  }
  return 'refused' in edited
    ? refused(whyNot(form, edited, file?.originalName ?? null))
    : { stored: true }
}

function refused(reply: DocumentReply): FormTaken {
  return { stored: false, reply, status: 422 }
}

function whyNot(
  form: FormData,
  edited: Extract<DocumentEdited, { refused: string }>,
  chosen: string | null,
): DocumentReply {
  switch (edited.refused) {
    case 'not-found':
      throw notFound()
    case 'archived':
      return refuseForm(form, {
        message: 'This document has been archived meanwhile. Restore it first.',
      })
    case 'changed-meanwhile': {
      const { values, changes } = mergeVersions(refuseForm(form, {}).values, edited.now, chosen)
      return { errors: {}, values, message: changedMeanwhile, changes }
    }
    default: {
      const { toast, ...sentences } = whyRefused(edited)
      return { ...refuseForm(form, sentences), ...(toast ? { toast } : {}) }
    }
  }
}
