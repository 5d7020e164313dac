import { Readable } from 'node:stream'
import { fileTypeFromStream } from 'file-type'
import { files } from './files.server.ts'

const compoundFile = 'application/x-cfb'
/** A password-protected Office document of any kind. */
const encryptedOffice = 'application/x-encrypted-office'
/** Text formats; in others a matching signature in a text file is a coincidence. */
const formatsOfText = [
  'application/pdf',
  'application/xml',
  'application/rtf',
  'application/postscript',
  'image/svg+xml',
]
/** Readers accept a PDF that begins within so many bytes. */
const longestBeforePdf = 1_024

/** The media type by content, whatever the name; null when unknown. */
export async function mediaTypeOf(key: string): Promise<string | null> {
  const bytes = await read(key)
  const known = await fileTypeFromStream(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  bytes.destroy()
  if (known?.mime === compoundFile) return officeOf(key)
  if (known && formatsOfText.includes(known.mime)) return known.mime
  if (await isLatePdf(key)) return 'application/pdf'
  return (await isText(key)) ? 'text/plain' : (known?.mime ?? null)
}

/** Whether a PDF begins after other bytes, such as an empty line or a saved HTTP header. */
async function isLatePdf(key: string): Promise<boolean> {
  const start = '%PDF-'
  let head = ''
  let tail = ''
  for await (const chunk of await read(key)) {
    const text = chunk.toString('latin1')
    if (head.length < longestBeforePdf + start.length) {
      head += text.slice(0, longestBeforePdf + start.length)
      if (head.length >= longestBeforePdf + start.length && !head.includes(start)) return false
    }
    tail = (tail + text).slice(-longestBeforePdf)
  }
  return head.includes(start) && tail.includes('%%EOF')
}

/** Any one-byte code page: they cannot be told apart. */
const anyCodePage = 'macintosh'
const controls = /[^\P{Cc}\t\n\r\f]/u
/** Old programs end text with this character. */
const endMark = '\u001a'

/** Decodes bytes as one encoding for as long as they are text. */
class TextReader {
  readonly #decoder: TextDecoder
  #isEnded = false

  constructor(encoding: string) {
    this.#decoder = new TextDecoder(encoding, { fatal: true })
  }

  /** Whether the bytes so far are text; without a chunk, whether they also end validly. */
  isText(chunk?: Uint8Array): boolean {
    try {
      const text = this.#decoder.decode(chunk, { stream: chunk !== undefined })
      const [before = '', ...marks] = text.split(endMark)
      if (marks.some((between) => between !== '') || (this.#isEnded && before !== '')) return false
      this.#isEnded ||= marks.length > 0
      return !controls.test(before)
    } catch (fault) {
      if (fault instanceof TypeError) return false
      throw fault
    }
  }
}

/** Plain text has no signature: all bytes must be characters of one encoding without control characters. */
async function isText(key: string): Promise<boolean> {
  let readers: TextReader[] | null = null
  for await (const chunk of await read(key)) {
    readers ??= encodingsFor(chunk).map((encoding) => new TextReader(encoding))
    readers = readers.filter((reader) => reader.isText(chunk))
    if (readers.length === 0) return false
  }
  return readers?.some((reader) => reader.isText()) ?? false
}

function encodingsFor(head: Buffer): string[] {
  const ofBytes = ['utf-8', anyCodePage]
  const [first, second] = head
  // UTF-16 has a byte order mark, or zeros in every other byte.
  const zeros = [0, 1].map(
    (offset) => head.subarray(0, 256).filter((byte, at) => at % 2 === offset && byte === 0).length,
  )
  const enough = Math.min(head.length, 256) / 4
  if ((first === 0xff && second === 0xfe) || (zeros[1] ?? 0) > enough)
    return [...ofBytes, 'utf-16le']
  if ((first === 0xfe && second === 0xff) || (zeros[0] ?? 0) > enough)
    return [...ofBytes, 'utf-16be']
  return ofBytes
}

/** Streams of Office documents in a compound file; installers (.msi) have none. */
const officeStreams = [
  ['EncryptedPackage', encryptedOffice],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
] as const
const longestStreamName = 64

async function officeOf(key: string): Promise<string | null> {
  const names = officeStreams.map(
    ([name, mediaType]) => [Buffer.from(name, 'utf16le'), mediaType] as const,
  )
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
