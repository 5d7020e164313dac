import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isFault } from '../write-once.ts'
import { measure, type Written } from './archive-writer.ts'
import {
  filesMember,
  jobsMember,
  type Manifest,
  manifestMember,
  manifestSchema,
  memberOf,
} from './manifest.ts'

/** A sentence for whoever typed the command, about an archive that is no whole backup of a version this one knows. */
export class UnusableArchive extends Error {}

const isWhole =
  'Nothing was written. Take another copy of it, and check that the whole of it was copied.'

/** Reads the members of a ZIP archive in their order, each by `visit`, which may leave it unread. */
export async function eachMember(
  path: string,
  visit: (name: string, open: () => Promise<Readable>) => Promise<void>,
) {
  const zip = await openZip(path)
  try {
    for await (const entry of entriesOf(zip, path)) {
      await visit(entry.fileName, () => openMember(zip, entry))
    }
  } finally {
    zip.close()
  }
}

async function* entriesOf(zip: ZipFile, path: string): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  while (true) {
    const next = await entries.next().catch(() => {
      throw new UnusableArchive(
        `${path} is spoiled: its list of members cannot be read. ${isWhole}`,
      )
    })
    if (next.done) return
    yield next.value
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    // Whoever opens a pipe waits for ever.
    if (!(await stat(path)).isFile())
      throw new UnusableArchive(`${path} is no file. Nothing was written.`)
    // The list of members stands at the end: of an archive that was cut off there is none.
    return await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true })
  } catch (fault) {
    if (fault instanceof UnusableArchive) throw fault
    if (isFault(fault, 'ENOENT'))
      throw new UnusableArchive(`There is no file ${path}. Nothing was written.`)
    if (isFault(fault, 'EACCES', 'ELOOP', 'ENOTDIR', 'EIO')) {
      throw new UnusableArchive(
        `${path} cannot be read: ${(fault as Error).message}. Nothing was written.`,
      )
    }
    throw new UnusableArchive(`${path} is no backup, or its end is missing. ${isWhole}`)
  }
}

const openMember = (zip: ZipFile, entry: Entry) => zip.openReadStreamPromise(entry)

async function textOf(path: string, wanted: string): Promise<string | null> {
  let found: string | null = null
  await eachMember(path, async (name, open) => {
    if (name === wanted) found = await text(await open())
  })
  return found
}

/** What the archive says that it is. Refuses, with the reason, what this version cannot read. */
export async function readManifest(path: string): Promise<Manifest> {
  const written = await textOf(path, manifestMember)
  if (written === null)
    throw new UnusableArchive(
      `${path} is an archive, but no backup of Msingi. Nothing was written.`,
    )
  const claimed = jsonOf(written) as { format?: unknown; version?: unknown } | null
  if (
    claimed?.format === 'msingi-backup' &&
    typeof claimed.version === 'number' &&
    claimed.version > 1
  ) {
    throw new UnusableArchive(
      `${path} was written by a newer version of Msingi. Restore it with that one.`,
    )
  }
  const manifest = manifestSchema.safeParse(claimed)
  if (!manifest.success)
    throw new UnusableArchive(`${path} has a spoiled ${manifestMember}. ${isWhole}`)
  return manifest.data
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written)
  } catch (fault) {
    if (fault instanceof SyntaxError) return null
    throw fault
  }
}

/**
 * Reads the whole archive and holds each member against its checksum, so that a restore that begins can end. Every member
 * must be there, and none that the manifest does not speak of.
 */
export async function checkArchive(path: string, manifest: Manifest): Promise<void> {
  const expected = new Map<string, Written>([
    ...manifest.tables.map((table) => [memberOf(table), table] as const),
    [jobsMember, manifest.jobs],
    [filesMember, manifest.files],
  ])
  const spoiled = (name: string) => new UnusableArchive(`${path} is spoiled: ${name}. ${isWhole}`)
  const list = await openList(path)
  let files = 0
  await eachMember(path, async (name, open) => {
    if (name === manifestMember) return
    const known = expected.get(name) ?? (await list.next(name))
    const found = await readThrough(open).catch(() => null)
    if (known === null || found?.sha256 !== known.sha256) throw spoiled(name)
    if (!expected.delete(name)) files += 1
  }).finally(list.close)
  const [lacking] = expected.keys()
  if (lacking) throw spoiled(`${lacking} is missing`)
  if (files !== manifest.files.count)
    throw spoiled(`${manifest.files.count} files were written, ${files} are there`)
}

async function readThrough(open: () => Promise<Readable>): Promise<Written> {
  const { through, result } = measure()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(await open(), through, nowhere)
  return result()
}

/** The list of files, read alongside the files themselves, which stand in the same order. */
async function openList(path: string) {
  const zip = await openZip(path)
  let lines: AsyncIterator<string> | null = null
  for await (const entry of entriesOf(zip, path)) {
    if (entry.fileName !== filesMember) continue
    lines = createInterface({ input: await openMember(zip, entry) })[Symbol.asyncIterator]()
    break
  }
  return {
    next: async (name: string): Promise<{ sha256: string } | null> => {
      const line = await lines?.next()
      const [, sha256, listed] =
        /^([0-9a-f]{64}) {2}(.+)$/.exec(line?.done ? '' : (line?.value ?? '')) ?? []
      return sha256 && listed === name ? { sha256 } : null
    },
    close: () => zip.close(),
  }
}
