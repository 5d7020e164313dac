import { type FileRefusal, fileRefusalSentences } from '../../../domain/documents/document-file.ts'
import type { AudienceRefused } from '../../../domain/documents/find-audience.server.ts'
import type { ActionReply, Refusals } from '../../../platform/http/form-action.server.ts'
import type { ConcurrentChange } from '../../../values/concurrent-change.ts'
import type { FormReply } from '../../../values/form.ts'
import type { Toast } from '../../../values/toast.ts'

/** `changes`: what another administrator stored in the meantime. */
export type DocumentReply = ActionReply<{ changes: ConcurrentChange[] }>

type Refused =
  | AudienceRefused
  | { refused: 'file'; because: FileRefusal }
  | { refused: 'key-reused' }

export const documentRefusals: Refusals<Refused> = {
  file: ({ because }) => refuseFile(fileRefusalSentences[because]),
  'project-unknown': {
    errors: { projectId: 'This project no longer exists. Choose another one.' },
  },
  'tax-needs-a-person': {
    errors: {
      audience: 'A tax document is usually for one investor. Choose who, or tick the box below.',
    },
  },
  'investor-missing': { errors: { investorId: 'Choose the investor it is for.' } },
  'investor-unknown': {
    errors: { investorId: 'This investor is no longer available. Choose another.' },
  },
  'not-for-one': {
    errors: {
      audience: 'An investor is chosen below. Choose One investor here, or no investor below.',
    },
  },
  'key-reused': 'The form was already sent with different values. Reload the page and try again.',
}

export function refuseFile(sentence: string) {
  return { message: 'Upload failed', errors: { file: sentence } }
}

export function fileToast({ errors: { file } }: FormReply): Toast | null {
  return file ? { title: 'Upload failed', text: file, kind: 'error' } : null
}
