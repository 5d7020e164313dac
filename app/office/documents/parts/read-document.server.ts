import type { z } from 'zod'
import {
  fileRefusalSentences,
  refuseFile as judge,
} from '../../../domain/documents/document-file.ts'
import type { StoredUpload } from '../../../domain/documents/stored-file.server.ts'
import { pixelsOf } from '../../../platform/files/images.server.ts'
import type { ReceivedForm } from '../../../platform/http/upload.server.ts'
import { type ParsedForm, parseForm, refuseForm } from '../../../values/form.ts'
import { refuseFile } from './refuse-document.ts'

type Reading<Schema> = {
  schema: Schema
  limitBytes: number
  /** Message when no file was chosen; null when a file is optional. */
  missing: string | null
}

/** Returns the fields and the file, or all errors. */
export async function readDocument<Schema extends z.ZodObject>(
  received: ReceivedForm,
  { schema, limitBytes, missing }: Reading<Schema>,
): Promise<ParsedForm<{ facts: z.output<Schema>; file: StoredUpload | null }>> {
  const { form } = received
  const parsed = parseForm(schema, form)
  const read = await readFile(received, limitBytes)
  const why = 'why' in read ? read.why : read.file === null ? missing : null
  if (why !== null) {
    const reply = parsed.ok ? refuseForm(form, {}) : parsed.reply
    const { message, errors } = refuseFile(why)
    return { ok: false, reply: { ...reply, message, errors: { ...reply.errors, ...errors } } }
  }
  if (!parsed.ok) return parsed
  return { ok: true, value: { facts: parsed.value, file: 'file' in read ? read.file : null } }
}

/** Detects the type by content, whatever the file name says. The file stays in the store. */
async function readFile(
  received: ReceivedForm,
  limitBytes: number,
): Promise<{ file: StoredUpload | null } | { why: string }> {
  if (received.tooLarge.has('file')) {
    return {
      why: `This file is larger than ${Math.floor(limitBytes / 1_048_576)} MB. Choose a smaller one.`,
    }
  }
  const upload = received.uploads.get('file')
  if (!upload) return { file: null }
  const file = { ...upload, pixels: await pixelsOf(upload.key, upload.mediaType) }
  const because = judge(file)
  return because ? { why: fileRefusalSentences[because] } : { file }
}
