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

type Source = Readable & { truncated?: boolean }

const noForm = 'Unsupported form encoding.'
const brokenForm = 'The form could not be read. Please send it again.'

/**
 * The fields of a posted form without files, for an action to begin with. A body of another kind is answered 415 and one
 * that breaks off 400: whoever sent it is told, and it is no fault of ours.
 */
export async function readForm(request: Request): Promise<FormData> {
  const kind = request.headers.get('content-type') ?? ''
  if (!/^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(kind))
    throw data(noForm, { status: 415 })
  try {
    return await request.formData()
  } catch (fault) {
    throw fault instanceof TypeError ? data(brokenForm, { status: 400 }) : fault
  }
}

const mostFiles = 20
const mostFields = 200

/**
 * Receives a multipart form as a stream: memory does not grow with the file. Call it after the guard and before the
 * transaction. A file over `limitBytes` is read to its end and not kept, so that the browser hears the answer; of two
 * files under one name one is kept. A connection that breaks off rejects, with nothing left in the store; so does a
 * body that is no whole form, which throws the answer 400 and is no fault.
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
    // A form may break off before the store begins to read this; without a listener that would end the program.
    source.on('error', () => undefined)
    const received = filename ? receive(field, source, filename) : ignore(source)
    // A file that cannot be stored is read no further, and the form with it.
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

/** One byte above a limit tells a file or a text that is too large from one that is just as large as it may be. */
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
    throw data(noForm, { status: 415 })
  }
}

/** What busboy says of a body that it cannot read; its errors have neither a class nor a code. */
function isUnreadable(fault: unknown): boolean {
  return (
    fault instanceof Error &&
    /^(Malformed part header|Unexpected end of (form|file))$/.test(fault.message)
  )
}

/** A file field that was left empty. */
function ignore(source: Source): Promise<void> {
  return pipeline(source, async (chunks) => {
    for await (const _ of chunks);
  })
}

/** Null for a file above the limit, of which nothing is kept. */
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

/** The last part of a path, without what a header or a terminal could misread, and not longer than a name may be. */
function cleanName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}"]/gu, '')
  return normalizedFileName(trimmed(clean), 200) || 'file'
}
