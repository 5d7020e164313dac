import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { json as jsonOf, text as textOf } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { z } from 'zod'
import { hasErrorCode } from '../durable-files.ts'
import { isKey } from './file-places.ts'
import { measure } from './stored-files.ts'

const text = z.string()
const count = z.int().nonnegative()
const sha256 = text.regex(/^[0-9a-f]{64}$/)
const member = z.object({ bytes: count, sha256 })
const rows = member.extend({ rows: count })

/** `manifest.json`, the last member. A change older versions cannot read increases `version`. */
const manifestSchema = z.object({
  format: z.literal('msingi-backup'),
  /** 2 where the files are apart. */
  version: z.union([z.literal(1), z.literal(2)]),
  product: text,
  postgres: text,
  takenAt: z.iso.datetime(),
  /** Identifies the backup's app-secret without revealing it. */
  secret: sha256,
  migrations: z.array(z.object({ name: text, sha256 })).min(1),
  tables: z.array(rows.extend({ schema: text, name: text, columns: z.array(text).min(1) })),
  /** The last values of identity columns, which may exceed every row. */
  counters: z.array(
    z.object({ schema: text, table: text, column: text, last: text, called: z.boolean() }),
  ),
  jobs: rows,
  /** The last seal of the audit log; missing in older backups. */
  sealedHash: z.union([sha256, z.literal('')]).optional(),
  /** The list `files.sha256` with `count` files of `stored` bytes in total. */
  files: member.extend({ count, stored: count }),
  /** Keys named by a row and missing from the store. */
  missing: z.array(text),
  /** Keys of archived files that were deleted before the backup's moment; not restored. */
  deleted: z.array(text).default([]),
  /** Of a backup whose files are apart: what their names there are made from. */
  objectKey: sha256.optional(),
})

export type Manifest = z.infer<typeof manifestSchema>

export const memberOf = ({ schema, name }: { schema: string; name: string }) =>
  `tables/${schema}.${name}.copy`
export const memberOfFile = (key: string) => `files/${key}`
export const jobsMember = 'jobs.copy'
export const filesMember = 'files.sha256'
export const manifestMember = 'manifest.json'

const takeAnother =
  'Nothing was written. Take another copy of it, and check that it was copied completely.'
const spoiled = (path: string, problem: string) =>
  new Error(`${path} is damaged: ${problem}. ${takeAnother}`)
const unreadable = (path: string, fault: Error) =>
  new Error(`${path} cannot be read: ${fault.message}. Nothing was written.`)

/** Files that a backup stored apart from its archive. */
export type ApartFiles = {
  /** Announces the files that are opened next, by their checksums. */
  expect: (objectKey: string, checksums: string[]) => void
  /** Null when missing. Rejects when the place does not answer; a damaged file breaks with DamagedFile. */
  open: (objectKey: string, checksum: string) => Promise<Readable | null>
}

/** A file of a backup that was altered or truncated. */
export class DamagedFile extends Error {}

export type Archive = {
  path: string
  manifest: Manifest
  members: string[]
  open: (name: string) => Promise<Readable>
}

/** Opens a backup and its manifest for `work`. Refuses what this version cannot read. */
export async function withArchive<Result>(
  path: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip, path)
    const open = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw spoiled(path, `${name} is missing`)
      return zip.openReadStreamPromise(entry).catch(() => {
        throw spoiled(path, name)
      })
    }
    if (!entries.has(manifestMember))
      throw new Error(`${path} is an archive, but not a backup of Msingi. Nothing was written.`)
    const claimed = await jsonOf(await open(manifestMember)).catch(() => null)
    const manifest = manifestFrom(claimed as Parameters<typeof manifestFrom>[0], path)
    return await work({ path, manifest, members: [...entries.keys()], open })
  } finally {
    zip.close()
  }
}

async function openZip(path: string): Promise<ZipFile> {
  const found = await stat(path).catch((fault: Error) => {
    if (hasErrorCode(fault, 'ENOENT'))
      throw new Error(`There is no file ${path}. Nothing was written.`)
    throw unreadable(path, fault)
  })
  // Opening a pipe would wait forever.
  if (!found.isFile()) throw new Error(`${path} is not a file. Nothing was written.`)
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true }
  return openPromise(path, options).catch((fault: Error) => {
    if ('syscall' in fault) throw unreadable(path, fault)
    // The list of members is at the end, so a truncated archive has none.
    throw new Error(`${path} is not a backup, or its end is missing. ${takeAnother}`)
  })
}

async function entriesOf(zip: ZipFile, path: string): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  const unlisted = spoiled(path, 'its list of members cannot be read')
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch {
    throw unlisted
  }
  if (entries.size < zip.entryCount) throw unlisted
  return entries
}

function manifestFrom(claimed: { format?: unknown; version?: unknown } | null, path: string) {
  if (claimed?.format === 'msingi-backup' && Number(claimed.version) > 2)
    throw new Error(`${path} was written by a newer version of Msingi. Restore it with that one.`)
  const manifest = manifestSchema.safeParse(claimed)
  if (manifest.success) return manifest.data
  throw new Error(`${path} has a damaged ${manifestMember}. ${takeAnother}`)
}

/** Verifies every member's checksum before a restore begins; no others may exist. */
export async function checkArchive(archive: Archive): Promise<void> {
  const { path, manifest, members, open } = archive
  const expected = new Map([
    ...manifest.tables.map((table) => [memberOf(table), table.sha256] as const),
    [jobsMember, manifest.jobs.sha256],
    [filesMember, manifest.files.sha256],
  ])
  const files = await listedFiles(archive)
  if (!manifest.objectKey) for (const [key, sum] of files) expected.set(memberOfFile(key), sum)
  const strange = members.find((name) => name !== manifestMember && !expected.has(name))
  if (strange) throw spoiled(path, strange)
  for (const [name, checksum] of expected) {
    const found = await measure(await open(name)).catch(() => null)
    if (found?.sha256 !== checksum) throw spoiled(path, name)
  }
}

/** The keys and checksums of the archived files. */
export async function listedFiles({ path, manifest, open }: Archive): Promise<Map<string, string>> {
  const list = await textOf(await open(filesMember)).catch(() => '')
  const files = new Map<string, string>()
  for (const line of list.split('\n').slice(0, -1)) {
    const [checksum = '', key = ''] = line.split(`  ${memberOfFile('')}`)
    if (!isKey(key)) throw spoiled(path, filesMember)
    files.set(key, checksum)
  }
  if (createHash('sha256').update(list).digest('hex') !== manifest.files.sha256)
    throw spoiled(path, filesMember)
  return files
}
