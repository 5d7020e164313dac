import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, WorkerActor } from '../../platform/database.server.ts'
import { isId } from '../../values/id.ts'
import { type ImportList, importNouns } from './import-list.ts'

/** A file as it was kept, or imported; `content` is gone once it has been. */
export type ImportFile = {
  id: string
  list: ImportList
  name: string
  content: string | null
  imported: { at: Date; by: string | null; added: number; leftOut: number } | null
}

/** The file that may be looked at; or the one with the same content that was imported already. */
export type FileKept = { importId: string } | { refused: 'imported'; at: Date; added: number }

/**
 * Keeps a file that reads well until it is imported, or a day has passed. The same content for the same list is the same
 * file, whatever its name; one that was imported is refused (decisions §4), unless all that it added has been deleted since.
 */
export async function keepFile(
  admin: AdminActor,
  { list, name, content }: { list: ImportList; name: string; content: string },
): Promise<FileKept> {
  const sha256 = await hashOf(admin, list, bare(content))
  const kept = await admin.tx
    .insertInto('import_file')
    .values({ list, name, sha256, content })
    .onConflict((same) =>
      same
        .columns(['list', 'sha256'])
        .doUpdateSet({ name, kept_at: clock.now() })
        .where('import_file.imported_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  if (kept) return { importId: kept.id }
  const before = await admin.tx
    .selectFrom('import_file')
    .select(['imported_at', 'rows_added'])
    .where('list', '=', list)
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return {
    refused: 'imported',
    at: before.imported_at ?? clock.now(),
    added: before.rows_added ?? 0,
  }
}

/** What tells files apart. A file whose rows were all deleted is told from its former import by the id of that. */
async function hashOf(admin: AdminActor, list: ImportList, content: string): Promise<string> {
  let hash = createHash('sha256').update(content).digest('hex')
  for (;;) {
    const before = await admin.tx
      .selectFrom('import_file')
      .select('id')
      .where('list', '=', list)
      .where('sha256', '=', hash)
      .where('imported_at', 'is not', null)
      .executeTakeFirst()
    if (!before || (await hasSomethingLeft(admin, list, before.id))) return hash
    hash = createHash('sha256').update(`${content}\n${before.id}`).digest('hex')
  }
}

/** By the log: an import writes all its rows at one moment, by one person. Payments are never deleted. */
async function hasSomethingLeft(
  { tx }: AdminActor,
  list: ImportList,
  importId: string,
): Promise<boolean> {
  if (list === 'payments') return true
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from audit_log confirmed
      join audit_log added on added.at = confirmed.at and added.actor_id = confirmed.actor_id
        and added.act = 'insert' and added.actor = 'import' and added.subject = ${importNouns[list]}
      join ${sql.table(importNouns[list])} there on there.id::text = added.subject_id
      where confirmed.act = 'import' and confirmed.subject = 'import_file' and confirmed.subject_id = ${importId})
    as left`.execute(tx)
  return rows[0]?.left ?? true
}

/** Pasted lines end as a form ends them, and come without the mark of a file: they are the same file. */
const bare = (content: string) =>
  content
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim()

/** A file of this list, or null when nobody has kept it, or it was thrown away since. */
export async function findImport(
  admin: AdminActor,
  list: ImportList,
  id: string,
): Promise<ImportFile | null> {
  if (!isId(id)) return null
  const row = await admin.tx
    .selectFrom('import_file')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'import_file.imported_by')
    .select([
      'import_file.name',
      'content',
      'imported_at',
      'rows_added',
      'rows_left_out',
      'account.name as by',
    ])
    .where('import_file.id', '=', id)
    .where('list', '=', list)
    .executeTakeFirst()
  if (!row) return null
  const { name, content, imported_at: at, rows_added, rows_left_out, by } = row
  const imported = at && { at, by, added: rows_added ?? 0, leftOut: rows_left_out ?? 0 }
  return { id, list, name, content, imported }
}

/** A file that was imported, in the list of them. */
export type PastImport = {
  id: string
  list: ImportList
  name: string
  at: Date
  by: string | null
  added: number
}

const mostShown = 20

/** The latest files that were imported, newest first, at most twenty; the log has all of them. */
export async function latestImports(admin: AdminActor): Promise<PastImport[]> {
  const rows = await admin.tx
    .selectFrom('import_file')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'import_file.imported_by')
    .select([
      'import_file.id',
      'list',
      'import_file.name',
      'imported_at',
      'rows_added',
      'account.name as by',
    ])
    .where('imported_at', 'is not', null)
    .orderBy('imported_at', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(({ id, list, name, imported_at, rows_added, by }) => ({
    ...{ id, list: list as ImportList, name, by, added: rows_added ?? 0 },
    at: imported_at ?? clock.now(),
  }))
}

/** Throws away files that nobody confirmed within a day; what was imported stays. For the worker, once a day. */
export async function sweepImports(worker: WorkerActor): Promise<void> {
  await worker.tx
    .deleteFrom('import_file')
    .where('imported_at', 'is', null)
    .where('kept_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
