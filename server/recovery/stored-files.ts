import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { measure, type Written } from './archive-writer.ts'
import type { FilePlace } from './file-place.ts'

/** A file that a row names. `sha256` is null for copies of pictures of before migration 0036, and its size is known only. */
export type NamedFile = { key: string; byteSize: number; sha256: string | null }

/** Something lies in the place of a file that cannot be read. */
export class UnreadableFile extends Error {}

// Asked by name, because a backup is also taken before the first start of a version that adds the column.
const named = `
  select storage_key as key, byte_size::float8 as "byteSize", to_jsonb(f) ->> 'sha256' as sha256 from app.stored_file f
  union all select storage_key, byte_size::float8, to_jsonb(f) ->> 'sha256' from app.file_preview f
    where storage_key is not null
  union all select storage_key, byte_size::float8, to_jsonb(f) ->> 'sha256' from app.picture_file f`

/** Every file that a row names, in the order of their keys, some hundred at a time. Needs an open transaction. */
export async function* namedFiles(client: pg.Client): AsyncGenerator<NamedFile> {
  await client.query(`declare named_files no scroll cursor for ${named} order by 1`)
  while (true) {
    const { rows } = await client.query<NamedFile>('fetch 500 from named_files')
    if (rows.length === 0) break
    yield* rows
  }
  await client.query('close named_files')
}

/** Those of these files that a row still names, and as the same bytes, by their keys. */
export async function stillNamed(client: pg.Client, files: NamedFile[]): Promise<Set<string>> {
  const before = new Map(files.map((file) => [file.key, file]))
  const { rows } = await client.query<NamedFile>(
    `select key, "byteSize", sha256 from (${named}) f where key = any ($1)`,
    [[...before.keys()]],
  )
  const isSame = ({ key, byteSize, sha256 }: NamedFile) =>
    byteSize === before.get(key)?.byteSize && sha256 === before.get(key)?.sha256
  return new Set(rows.filter(isSame).map(({ key }) => key))
}

const wellFormed = /^[0-9a-f]{2}\/[0-9a-f]{40}$/
export const isKey = (text: string) => wellFormed.test(text)

/** Reads a file through; null when it is not there. */
export async function measureFile(place: FilePlace, key: string): Promise<Written | null> {
  const source = isKey(key) ? await place.open(key) : null
  if (!source) return null
  const { through, result } = measure()
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  await pipeline(source, through, nowhere)
  return result()
}

/** Whether bytes are those that the row of a file speaks of. */
export function isAsNamed(file: NamedFile, found: Written): boolean {
  return found.bytes === file.byteSize && (file.sha256 === null || found.sha256 === file.sha256)
}
