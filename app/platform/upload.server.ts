import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { fileTypeFromStream } from 'file-type'
import { files, type Stored } from './files.server.ts'

/** A file that arrived whole. The media type is what its bytes are, whatever its name says; null when unknown. */
export type Upload = Stored & { originalName: string; mediaType: string | null }

/** A posted form with its files already in the store, by field. `tooLarge` names the fields whose file was cut off. */
export type ReceivedForm = {
  form: FormData
  uploads: Map<string, Upload>
  tooLarge: Set<string>
  /** Takes the files out of the store again, when the form is refused. */
  discard: () => Promise<void>
}

const mostFiles = 20
const mostFields = 200
const longestField = 200_000

/**
 * Receives a multipart form as a stream: memory does not grow with the file. Call it after the guard and before the
 * transaction. A file over `limitBytes` is read to its end and not kept; a connection that breaks off rejects, with
 * nothing left in the store.
 */
export async function receiveForm(request: Request, limitBytes: number): Promise<ReceivedForm> {
  const form = new FormData()
  const uploads = new Map<string, Upload>()
  const tooLarge = new Set<string>()
  const arriving: Promise<void>[] = []
  const discard = async () => {
    await Promise.all([...uploads.values()].map((upload) => files.remove(upload.key)))
  }
  const receive = async (field: string, source: Readable & { truncated?: boolean }, originalName: string) => {
    const stored = await files.put(source)
    if (source.truncated) {
      tooLarge.add(field)
      await files.remove(stored.key)
      return
    }
    uploads.set(field, { ...stored, originalName: cleanName(originalName), mediaType: await mediaTypeOf(stored.key) })
  }
  const parser = busboy({
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    defParamCharset: 'utf8',
    limits: { fileSize: limitBytes, files: mostFiles, fields: mostFields, fieldSize: longestField },
  })
  parser.on('field', (field, value) => form.append(field, value))
  parser.on('file', (field, source, { filename }) => {
    if (!filename) source.resume()
    else arriving.push(receive(field, source, filename))
  })
  try {
    await readInto(parser, request)
    await Promise.all(arriving)
  } catch (fault) {
    await Promise.allSettled(arriving)
    await discard()
    throw fault
  }
  return { form, uploads, tooLarge, discard }
}

function readInto(parser: busboy.Busboy, request: Request) {
  return new Promise<void>((done, failed) => {
    const body = Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream)
    body.on('error', (fault) => {
      parser.destroy(fault)
      failed(fault)
    })
    parser.on('error', failed)
    parser.on('close', done)
    body.pipe(parser)
  })
}

/** The last part of a path, without what a header or a terminal could misread, and not longer than a name may be. */
function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}"]/gu, '').trim()
  return [...clean].slice(-200).join('') || 'file'
}

async function mediaTypeOf(key: string): Promise<string | null> {
  const bytes = await files.get(key)
  if (!bytes) return null
  const known = await fileTypeFromStream(Readable.toWeb(bytes) as never)
  bytes.destroy()
  return known?.mime ?? ((await isText(key)) ? 'text/plain' : null)
}

/** Plain text has no signature: its beginning must be UTF-8 without control characters. */
async function isText(key: string): Promise<boolean> {
  const bytes = await files.get(key, { start: 0, end: 65_535 })
  if (!bytes) return false
  const beginning = Buffer.concat(await bytes.toArray())
  const whole = beginning.length === 65_536 ? beginning.subarray(0, beginning.length - 4) : beginning
  const text = new TextDecoder('utf-8').decode(whole).replace(/\uFFFD$/, '')
  return whole.length > 0 && !/\uFFFD|[^\P{Cc}\t\n\r\f]/u.test(text)
}
