import { buffer } from 'node:stream/consumers'
import { files } from '../../../platform/files.server.ts'
import { receiveForm } from '../../../platform/upload.server.ts'
import { formatBytes } from '../../../values/bytes.ts'

const largestFile = 20_000_000
/** A field of a form is cut off there; nobody pastes that much by hand. */
const longestPaste = 199_000

/** The content that was sent, with its name; or the sentence for the field that it belongs to. */
export type ContentRead =
  | { form: FormData; name: string; content: string }
  | { form: FormData; errors: Record<string, string> }

/** What was pasted, or else the file that was chosen, which is kept in no store. */
export async function readContent(request: Request): Promise<ContentRead> {
  const { form, uploads, tooLarge, discard } = await receiveForm(request, largestFile)
  try {
    const lines = form.get('lines')
    if (typeof lines === 'string' && lines.trim() !== '') return pasted(form, lines)
    if (tooLarge.has('file'))
      return wrong(form, `This file is larger than ${formatBytes(largestFile)}. Divide it.`)
    const upload = uploads.get('file')
    if (!upload) return wrong(form, 'Choose a file, or paste its lines below.')
    const stream = await files.get(upload.key)
    const bytes = stream ? await buffer(stream) : null
    if (!bytes) throw new Error('a file that has just arrived is not there')
    const content = textOf(bytes)
    if (content === null) return wrong(form, notText)
    return content.trim() === ''
      ? wrong(form, 'This file is empty.')
      : { form, name: upload.originalName, content }
  } finally {
    await discard()
  }
}

const notText =
  'This file is no text in UTF-8. In your spreadsheet choose “CSV UTF-8” and save it again.'

const wrong = (form: FormData, sentence: string) => ({ form, errors: { file: sentence } })

function pasted(form: FormData, lines: string): ContentRead {
  if (Buffer.byteLength(lines) > longestPaste)
    return {
      form,
      errors: { lines: 'This is too much to paste. Save it as a file and choose that.' },
    }
  if (lines.includes('\0'))
    return { form, errors: { lines: 'Please remove the invisible characters.' } }
  return { form, name: 'Pasted lines', content: lines }
}

/** Null for what is no UTF-8, or holds what no text does. */
function textOf(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? null : text
  } catch (fault) {
    if (fault instanceof TypeError) return null
    throw fault
  }
}
