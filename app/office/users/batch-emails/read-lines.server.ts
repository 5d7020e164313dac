import { mostLines, readBatch } from '../../../domain/accounts/batch-emails.ts'
import { counted } from '../../../values/counted.ts'

/** The lines that were pasted, or else those of the file; or the sentence for why they cannot be read. */
export async function readLines(form: FormData): Promise<{ text: string } | { refused: string }> {
  const pasted = form.get('lines')
  const file = form.get('file')
  const text = typeof pasted === 'string' && pasted.trim() !== '' ? pasted : await textOf(file)
  if (text === null) return { refused: 'This file is no text. Save it as CSV and try again.' }
  const { length } = readBatch(text)
  if (length === 0) return { refused: 'Paste lines, or choose a file with them.' }
  if (length > mostLines)
    return { refused: `At most ${counted(mostLines, 'line')} at once, these are ${length}.` }
  return { text }
}

async function textOf(file: FormDataEntryValue | null): Promise<string | null> {
  if (file === null || typeof file === 'string') return ''
  try {
    // Takes a byte order mark away; what is no UTF-8 is no text of ours, nor is what holds a null byte.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return text.includes('\0') ? null : text
  } catch (fault) {
    if (fault instanceof TypeError) return null
    throw fault
  }
}
