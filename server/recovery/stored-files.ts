import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type pg from 'pg'

/** Early picture copies have a size and no checksum. */
export type NamedFile = { key: string; byteSize: number; sha256: string | null }

export type Measure = { bytes: number; sha256: string }

export async function measure(source: Readable): Promise<Measure> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

export const isAsNamed = ({ byteSize, sha256 }: NamedFile, found: Measure) =>
  found.bytes === byteSize && (sha256 === null || found.sha256 === sha256)

/** Every file that a row names, by key. */
export async function namedFiles(client: pg.Client): Promise<NamedFile[]> {
  // Read by name, because older versions lack a column.
  const sizes = `byte_size::float8 as "byteSize", to_jsonb(f) ->> 'sha256' as sha256`
  const { rows } = await client.query<NamedFile>(
    `select storage_key as key, ${sizes} from app.stored_file f
     union all select storage_key, ${sizes} from app.file_preview f where storage_key is not null
     union all select storage_key, ${sizes} from app.picture_file f order by 1`,
  )
  return rows
}

const described = `
  select f.storage_key as key, case when title is null then format('file "%s"', original_name)
      when earlier then format('earlier file "%s" of the document "%s"', original_name, title)
      else format('file "%s" of the document "%s"', original_name, title) end as owner
    from app.stored_file f left join (
      select d.file_id, d.title, false as earlier from app.document d
      union all select e.file_id, d.title, true from app.earlier_file e join app.document d on d.id = e.document_id
    ) belongs on belongs.file_id = f.id
  union all
  select p.storage_key, format('preview of "%s"', original_name)
    from app.file_preview p join app.stored_file f on f.id = p.file_id
  union all
  select f.storage_key, concat(format('picture, %s wide as %s', f.width, f.format), ', of the project "' || name || '"')
    from app.picture_file f left join (
      select picture_id, project_id from app.project_picture
      union all select picture_id, u.project_id from app.project_update_picture join app.project_update u on u.id = update_id
    ) shown using (picture_id) left join app.project on project.id = shown.project_id`

/** Descriptions by key: `ab/… (file "agreement.pdf" of the document "Sale agreement")`. */
export async function describeFiles(
  client: pg.Client,
  keys: string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ key: string; owner: string }>(
    `select key, owner from (${described}) f where key = any ($1)`,
    [keys],
  )
  // Typed titles are escaped for the terminal.
  const owners = new Map(rows.map((row) => [row.key, row.owner.replace(/\p{Cc}/gu, '·')]))
  return new Map(keys.map((key) => [key, owners.has(key) ? `${key} (${owners.get(key)})` : key]))
}
