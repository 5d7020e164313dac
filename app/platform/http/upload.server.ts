import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import busboy from 'busboy'
import { data } from 'react-router'
import { longestField, normalizedFileName } from '../../values/typed-text.ts'
import { trimmed } from '../../values/visible.ts'
import type { Stored } from '../files/file-store.server.ts'
import { files } from '../files/files.server.ts'
import { mediaTypeOf } from '../files/media-type.server.ts'

/** A complete file; the media type is by content, null when unknown. */
export type Upload = Stored & { originalName: string; mediaType: string | null }

/** The files by field, in the store already. `tooLarge` names fields whose file exceeded the limit. */
export type ReceivedForm = {
  form: FormData
  uploads: Map<string, Upload>
  tooLarge: Set<string>
  /** Deletes the files again, for a refused form. */
  discard: () => Promise<void>
}

type Source = Readable & { truncated?: boolean }

const unsupportedEncoding = 'Unsupported form encoding.'
const brokenForm = 'The form could not be read. Please send it again.'

/** The fields of a posted form without files. Throws 415 for another content type and 400 for an incomplete body. */
export async function readForm(request: Request): Promise<FormData> {
  const kind = request.headers.get('content-type') ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(kind))
    throw data(unsupportedEncoding, { status: 415 })
  try {
    return await request.formData()
  } catch (fault) {
    throw fault instanceof TypeError ? data(brokenForm, { status: 400 }) : fault
  }
}

const mostFiles = 20
const mostFields = 200

/**
 * Streams a multipart form with constant memory. Call it after the guard and before the
 * transaction. A file over `limitBytes` is read and dropped, so that the browser gets the response.
 * Throws 400 for an invalid form; a lost connection rejects and stores nothing.
 */
export async function receiveForm(request: Request, limitBytes: number): Promise<ReceivedForm> {
  const form = new FormData()
  const uploads = new Map<string, Upload>()
  const tooLarge = new Set<string>()
  const arriving: Promise<void>[] = []
  const removeFile = async (field: string) => {
    const before = uploads.get(field)
    uploads.delete(field)
    if (before) await files.remove(before.key)
  }
  const discard = async () => {
    await Promise.all([...uploads.keys()].map(removeFile))
  }
  const receive = async (field: string, source: Source, originalName: string) => {
    const upload = await storeFile(source, originalName)
    await removeFile(field)
    if (upload) uploads.set(field, upload)
    else tooLarge.add(field)
  }
  const parser = openParser(request, limitBytes)
  parser.on('field', (field, value) => form.append(field, value))
  parser.on('file', (field, source, { filename }) => {
    // Without a listener an early error would end the process.
    source.on('error', () => undefined)
    const received = filename ? receive(field, source, filename) : ignore(source)
    // When a file cannot be stored, the rest is not read.
    received.catch((fault: Error) => parser.destroy(fault))
    arriving.push(received)
  })
  try {
    await pipeline(
      Readable.fromWeb((request.body ?? new Blob([]).stream()) as ReadableStream),
      parser,
    )
    await Promise.all(arriving)
  } catch (fault) {
    await Promise.allSettled(arriving)
    await discard()
    throw isUnreadable(fault) ? data(brokenForm, { status: 400 }) : fault
  }
  return { form, uploads, tooLarge, discard }
}

/** One byte more than the limit tells too large from exactly as large. */
function openParser(request: Request, limitBytes: number): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      defParamCharset: 'utf8',
      limits: {
        fileSize: limitBytes + 1,
        files: mostFiles,
        fields: mostFields,
        fieldSize: longestField + 1,
      },
    })
  } catch {
    throw data(unsupportedEncoding, { status: 415 })
  }
}

/** busboy's errors have no class or code. */
function isUnreadable(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    /^(Malformed part header|Unexpected end of (form|file))$/.test(fault.message)
  )
}

/** An empty file field. */
function ignore(source: Source): Promise<void> {
  return pipeline(source, async (chunks) => {
    for await (const _ of chunks);
  })
}

/** Null for a file over the limit. */
async function storeFile(source: Source, originalName: string): Promise<Upload | null> {
  const stored = await files.put(source)
  try {
    if (!source.truncated) {
      return {
        ...stored,
        originalName: cleanName(originalName),
        mediaType: await mediaTypeOf(stored.key),
      }
    }
  } catch (fault) {
    await files.remove(stored.key)
    throw fault
  }
  await files.remove(stored.key)
  return null
}

/** The last path segment without control characters, cut to the maximum length. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}"]/gu, '')
  return normalizedFileName(trimmed(clean), 200) || 'file'
}
