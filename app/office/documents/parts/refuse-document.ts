import { type FileRefusal, fileRefusalSentences } from '../../../domain/documents/document-file.ts'
import type { AudienceRefused } from '../../../domain/documents/find-audience.server.ts'
import { type FormReply, type ParsedForm, refuseForm } from '../../../values/form.ts'
import type { MeanwhileChange } from '../../../values/meanwhile.ts'
import type { Toast } from '../../../values/toast.ts'

/** What the forms of a document answer: beside the fields' sentences a toast, and what somebody else stored meanwhile. */
export type DocumentReply = FormReply & { toast?: Toast; changes?: MeanwhileChange[] }

type Refused =
  | AudienceRefused
  | { refused: 'file'; because: FileRefusal }
  | { refused: 'key-reused' }

/** The sentences of what both forms may be refused for. */
export function whyRefused(refused: Refused): {
  errors?: Record<string, string>
  message?: string
  toast?: Toast
} {
  switch (refused.refused) {
    case 'file':
      return fileRefused(fileRefusalSentences[refused.because])
    case 'project-unknown':
      return { errors: { projectId: 'This project is not there any more. Choose another one.' } }
    case 'tax-needs-a-person':
      return {
        errors: {
          audience:
            'A tax document is usually for one investor. Choose who, or tick the box below.',
        },
      }
    case 'investor-missing':
      return { errors: { investorId: 'Choose the investor it is for.' } }
    case 'investor-unknown':
      return { errors: { investorId: 'This investor is no longer available. Choose another.' } }
    case 'not-for-one':
      return {
        errors: {
          audience:
            'An investor is chosen below, and this says otherwise. Choose One investor here, or no investor below.',
        },
      }
    case 'key-reused':
      return { message: 'This was sent before with other facts. Reload the page and try again.' }
    default:
      return refused satisfies never
  }
}

/** A file that is not taken, or missing: beside its field and as a toast (MDO-012). */
function fileRefused(sentence: string) {
  const toast: Toast = { title: 'Upload failed', text: sentence, kind: 'error' }
  return { message: 'Upload failed', errors: { file: sentence }, toast }
}

/** What is wrong with the fields and with the file, all at once. */
export function refuseTyped(
  form: FormData,
  parsed: ParsedForm<unknown>,
  why: string | null,
): DocumentReply {
  const typed = parsed.ok ? refuseForm(form, {}) : parsed.reply
  if (why === null) return typed
  const refusal = fileRefused(why)
  return { ...typed, ...refusal, errors: { ...typed.errors, ...refusal.errors } }
}

/** A fault of ours, with the reference under which the log has it. */
export function documentFault(title: string, reference: string) {
  const toast: Toast = { title, text: 'Please try again later.', kind: 'error' }
  return { message: `${title}. Please try again later. Reference ${reference}`, toast }
}
