import { findInstallation } from '../../../domain/company/company.server.ts'
import { fileRefusalSentences, refuseFile } from '../../../domain/documents/document-file.ts'
import { type UploadDocumentInput, UploadDocumentSchema } from '../../../domain/documents/document-schema.ts'
import { type DocumentUploaded, isFileKept, uploadDocument } from '../../../domain/documents/upload-document.server.ts'
import { asAdmin, logFault } from '../../../platform/session.server.ts'
import { type ReceivedForm, receiveForm, type Upload } from '../../../platform/upload.server.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import type { FormTaken } from '../../parts/answer-upload.server.ts'

type Context = Parameters<typeof asAdmin>[0]

const failed = 'Error uploading document. Please try again later.'

/** Back to the list as it was searched. */
export function documentStored(search: string) {
  return { to: `/admin-dashboard/documents${search}`, toast: { title: 'Document uploaded', kind: 'success' as const } }
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
  const file = judgeFile(received, uploadLimitBytes)
  if (!parsed.ok || typeof file === 'string') {
    await received.discard()
    const reply = parsed.ok ? refuseForm(form, { message: 'Upload failed' }) : parsed.reply
    const errors = typeof file === 'string' ? { ...reply.errors, file } : reply.errors
    return { stored: false, reply: { ...reply, errors }, status: 422 }
  }
  const uploaded = await store(context, received, parsed.value, file)
  if ('reference' in uploaded) {
    const message = `${failed} Reference ${uploaded.reference}`
    return { stored: false, reply: refuseForm(form, { message }), status: 500 }
  }
  if ('refused' in uploaded) return { stored: false, reply: refusal(form, uploaded), status: 422 }
  return { stored: true }
}

/** The file, or the sentence beside its field. */
function judgeFile({ uploads, tooLarge }: ReceivedForm, limitBytes: number): Upload | string {
  if (tooLarge.has('file')) {
    return `This file is larger than ${Math.floor(limitBytes / 1_048_576)} MB. Choose a smaller one.`
  }
  const file = uploads.get('file')
  if (!file) return 'Please select a file to upload.'
  const because = refuseFile(file)
  return because ? fileRefusalSentences[because] : file
}

/** After a fault its reference. The file goes with whatever was not stored, and when the form had been sent before. */
async function store(
  context: Context,
  received: ReceivedForm,
  input: UploadDocumentInput,
  file: Upload,
): Promise<DocumentUploaded | { reference: string }> {
  try {
    const uploaded = await asAdmin(context, (admin) => uploadDocument(admin, input, file))
    if ('refused' in uploaded || uploaded.fileKey !== file.key) await received.discard()
    return uploaded
  } catch (fault) {
    const reference = logFault(context, 'a document was not stored', fault)
    // A fault at the very end may have come after the commit; while the database cannot tell, the bytes stay.
    if (!(await asAdmin(context, (admin) => isFileKept(admin, file.key)))) await received.discard()
    return { reference }
  }
}

function refusal(form: FormData, refused: Extract<DocumentUploaded, { refused: string }>): FormReply {
  switch (refused.refused) {
    case 'file':
      return refuseForm(form, { message: 'Upload failed', errors: { file: fileRefusalSentences[refused.because] } })
    case 'project-unknown':
      return refuseForm(form, { errors: { projectId: 'This project is not there any more. Choose another one.' } })
    case 'tax-needs-a-person':
      return refuseForm(form, {
        errors: { audience: 'A tax document is usually for one investor. Choose who, or tick the box below.' },
      })
    case 'investor-missing':
      return refuseForm(form, { errors: { investorId: 'Choose the investor it is for.' } })
    case 'investor-unknown':
      return refuseForm(form, { errors: { investorId: 'This investor is no longer available. Choose another.' } })
    case 'key-reused':
      return refuseForm(form, { message: 'This was sent before with other facts. Reload the page and try again.' })
    default:
      return refused satisfies never
  }
}
