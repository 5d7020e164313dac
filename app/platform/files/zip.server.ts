import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { businessZone } from '../../values/calendar-date.ts'
import { normalizeText } from '../../values/typed-text.ts'
import { announceDownload, attachment, downloadHeaders } from '../http/files-response.server.ts'
import { log } from '../observability/log.server.ts'
import { files } from './files.server.ts'

/**
 * One file of an archive, under a path within it: bytes made for it, a stored file of this size, or what is made only
 * when its turn comes, so that hundreds of them are not held at once.
 */
export type Packed = { path: string; at: Date } & (
  | { bytes: Buffer }
  | { storageKey: string; byteSize: number }
  | { make: () => Promise<Buffer> }
)

/**
 * The answer to a download of many files as one ZIP, after they were authorised and their transaction ended. Stored files
 * are opened one after another as fast as the reader takes them, so that it needs the memory of one buffer however many
 * there are; a connection that is cut closes the file that is open and opens no more. Nothing is compressed: papers and
 * pictures are already, and the whole size is known before the first byte unless some of it is still to be made.
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
  // The types promise less than it is: a PassThrough.
  const output = zip.outputStream as Readable
  const fail = (fault: Error) => {
    log.error('an archive was broken off', fault)
    output.destroy(fault)
  }
  zip.on('error', fail)
  // A reader who goes away is no fault: what is open is closed below.
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
  // Its types leave out what the callback is given: the whole size, or -1 where it cannot be known.
  const size = await new Promise<number>((resolve) =>
    zip.end({ comment: '', forceZip64Format: false }, resolve as () => void),
  )
  return { output, size }
}

/** `2026-04-05 01:30:10`, as Swedish writes it. */
const clockTime = new Intl.DateTimeFormat('sv', {
  timeZone: businessZone,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/**
 * An instant as the company's clock shows it. The times of a ZIP have no zone, and yazl writes those of the program's own
 * clock, which on a server is UTC: whoever unpacks it would read other hours than the papers say.
 */
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
      const why = fault instanceof Error ? fault : new Error('a part of it could not be made')
      log.error('an archive was broken off', why)
      output.destroy(why)
    })
}

/** What a program that unpacks it takes in no name, on any system. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const unfit = /[\u0000-\u001f\u007f<>:"\\|?*\u202a-\u202e\u2066-\u2069]/g
/** Names that Windows keeps for itself. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i
const longest = 120

/**
 * A path for an archive: whatever people called a thing, it stays below the folder it is unpacked in and can be written
 * on any system. A name that is there already gets a number.
 */
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

/** A name as one part of a path, whatever strokes it has in it. */
export function onePart(name: string): string {
  return name.replaceAll('/', '-')
}
