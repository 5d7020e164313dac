import { fileRefusalSentences, refuseFile } from '../../../domain/documents/document-file.ts'
import type { StoredUpload } from '../../../domain/documents/keep-file.server.ts'
import { pixelsOf } from '../../../platform/images.server.ts'
import type { ReceivedForm } from '../../../platform/upload.server.ts'

/** The file of a form, null when none was chosen; or the sentence beside its field. */
export type ReadFile = { file: StoredUpload | null } | { why: string }

/** Judges the file that arrived by its bytes, whatever its name says. It stays in the store. */
export async function readFile(received: ReceivedForm, limitBytes: number): Promise<ReadFile> {
  if (received.tooLarge.has('file')) {
    return {
      why: `This file is larger than ${Math.floor(limitBytes / 1_048_576)} MB. Choose a smaller one.`,
    }
  }
  const upload = received.uploads.get('file')
  if (!upload) return { file: null }
  try {
    const file = { ...upload, pixels: await pixelsOf(upload.key, upload.mediaType) }
    const because = refuseFile(file)
    return because ? { why: fileRefusalSentences[because] } : { file }
  } catch (fault) {
    await received.discard()
    throw fault
  }
}
