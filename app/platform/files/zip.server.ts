import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { businessZone } from '../../values/calendar-date.ts'
import { normalizeText } from '../../values/typed-text.ts'
import { announceDownload, attachment, downloadHeaders } from '../http/files-response.server.ts'
import { log } from '../observability/log.server.ts'
import { files } from './files.server.ts'

/** A member of an archive: bytes, a stored file of known size, or content made when its turn comes. */
export type Packed = { path: string; at: Date } & (
  | { bytes: Buffer }
  | { storageKey: string; byteSize: number }
  | { make: () => Promise<Buffer> }
)

/**
 * A ZIP download. Authorise and end the transaction before. Stored files are streamed one by one, uncompressed, so the
 * size is known in advance unless content is still to be made. A lost connection closes the open file.
 */
export async function zipResponse(
  request: Request,
  name: string,
  packed: Packed[],
): Promise<Response> {
  const headers = new Headers({
    ...downloadHeaders,
    'Content-Type': 'application/zip',
    'Content-Disposition': attachment(name),
  })
  if (request.method === 'HEAD') return new Response(null, { headers })
  const { output, size } = await pack(packed)
  if (size >= 0) headers.set('Content-Length', String(size))
  announceDownload(request, headers)
  return new Response(Readable.toWeb(output) as ReadableStream<Uint8Array>, { headers })
}

async function pack(packed: Packed[]): Promise<{ output: Readable; size: number }> {
  const zip = new ZipFile()
  // It is a PassThrough, which the types do not say.
  const output = zip.outputStream as Readable
  const fail = (fault: Error) => {
    log.error('a download of several files was interrupted', fault)
    output.destroy(fault)
  }
  zip.on('error', fail)
  // A reader that leaves is not an error; open files are closed below.
  output.on('error', () => undefined)
  const taken = new Set<string>()
  for (const entry of packed) {
    const path = pathWithin(entry.path, taken)
    const about = {
      mtime: asClockShows(entry.at),
      forceDosTimestamp: true,
      mode: 0o100644,
      compress: false,
    }
    if ('bytes' in entry) zip.addBuffer(entry.bytes, path, about)
    else if ('make' in entry)
      zip.addReadStreamLazy(path, about, (give) => open(() => made(entry.make), output, give))
    else {
      const source = () => files.get(entry.storageKey)
      zip.addReadStreamLazy(path, { ...about, size: entry.byteSize }, (give) =>
        open(source, output, give),
      )
    }
  }
  // The types omit the callback's argument: the size, or -1 when unknown.
  const size = await new Promise<number>((resolve) =>
    zip.end({ comment: '', forceZip64Format: false }, resolve as () => void),
  )
  return { output, size }
}

/** The Swedish format: `2026-04-05 01:30:10`. */
const clockTime = new Intl.DateTimeFormat('sv', {
  timeZone: businessZone,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** An instant as local time in Nairobi, because ZIP times have no zone and yazl uses the server's. */
function asClockShows(at: Date): Date {
  return new Date(clockTime.format(at).replace(' ', 'T'))
}

type Give = (fault: unknown, stream: NodeJS.ReadableStream) => void

async function made(make: () => Promise<Buffer>): Promise<Readable> {
  return Readable.from([await make()], { objectMode: false })
}

function open(find: () => Promise<Readable | null>, output: Readable, give: Give) {
  if (output.destroyed) return
  void find()
    .then((source) => {
      if (!source) throw new Error('a stored file is missing')
      if (output.destroyed) return source.destroy()
      const close = () => source.destroy()
      output.once('close', close)
      source.once('close', () => output.off('close', close))
      source.once('error', (fault) => output.destroy(fault))
      return give(null, source)
    })
    .catch((fault: unknown) => {
      const why =
        fault instanceof Error ? fault : new Error('a part of an archive could not be made')
      log.error('a download of several files was interrupted', why)
      output.destroy(why)
    })
}

/** Characters that some system does not allow in names. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const unfit = /[\u0000-\u001f\u007f<>:"\\|?*\u202a-\u202e\u2066-\u2069]/g
/** Names reserved by Windows. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const longest = 120

/** A safe path for every system, below the folder it is unpacked in; numbered when used already. */
function pathWithin(path: string, taken: Set<string>): string {
  const parts = path.split('/').map(fitName)
  const folder = parts.slice(0, -1).join('/')
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{1,8})?$/s.exec(parts.at(-1) ?? '') ?? []
  for (let number = 1; ; number += 1) {
    const name = `${stem}${number === 1 ? '' : ` (${number})`}${ending}`
    const whole = folder === '' ? name : `${folder}/${name}`
    if (taken.has(whole.toLowerCase())) continue
    taken.add(whole.toLowerCase())
    return whole
  }
}

function fitName(name: string): string {
  const fit = normalizeText(name).toWellFormed().replace(unfit, '_').trim()
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{1,8})?$/s.exec(fit) ?? []
  const short = `${Array.from(stem).slice(0, longest).join('')}${ending}`.replace(
    /^\.+|[. ]+$/g,
    '',
  )
  if (short === '') return 'Unnamed'
  return reserved.test(short) ? `_${short}` : short
}

/** A name as one path segment. */
export function onePart(name: string): string {
  return name.replaceAll('/', '-')
}
