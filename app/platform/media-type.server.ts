import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'
import { files } from './files.server.ts'

const compoundFile = 'application/x-cfb'

/** What the bytes of a stored file are, whatever its name says; null when unknown. Plain text is UTF-8. */
export async function mediaTypeOf(key: string): Promise<string | null> {
  const bytes = await read(key)
  const known = await fileTypeFromStream(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  bytes.destroy()
  if (known?.mime === compoundFile) return officeOf(key)
  return known?.mime ?? ((await isText(key)) ? 'text/plain' : null)
}

/** Plain text has no signature: all of it must be UTF-8 without control characters. */
async function isText(key: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let length = 0
  try {
    for await (const chunk of await read(key)) {
      length += chunk.length
      if (/[^\P{Cc}\t\n\r\f]/u.test(decoder.decode(chunk, { stream: true }))) return false
    }
    decoder.decode()
  } catch (fault) {
    if (fault instanceof TypeError) return false
    throw fault
  }
  return length > 0
}

/** The streams that make a compound file one of the older Office formats; an installer (.msi) has none of them. */
const officeStreams = [
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
] as const
const longestStreamName = 64

async function officeOf(key: string): Promise<string | null> {
  const names = officeStreams.map(([name, mediaType]) => [Buffer.from(name, 'utf16le'), mediaType] as const)
  let tail = Buffer.alloc(0)
  for await (const chunk of await read(key)) {
    const window = Buffer.concat([tail, chunk])
    const found = names.find(([name]) => window.includes(name))
    if (found) return found[1]
    tail = window.subarray(-longestStreamName)
  }
  return null
}

async function read(key: string): Promise<AsyncIterable<Buffer> & Readable> {
  const bytes = await files.get(key)
  if (!bytes) throw new Error('the upload is not in the store')
  return bytes
}
