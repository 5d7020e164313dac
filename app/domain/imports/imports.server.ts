import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import { audit, auditAsImport, publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import type { Checked, ListImport } from './check.server.ts'
import { type ImportChoices, type ImportList, importNouns, type Problem } from './import-list.ts'
import { investmentImport } from './investments.server.ts'
import { investorImport } from './investors.server.ts'
import { paymentImport } from './payments.server.ts'
import { projectImport } from './projects.server.ts'
import {
  type ImportRead,
  type ImportTable,
  isRequired,
  readTable,
  reasonHeadings,
} from './table.server.ts'

const imports: Record<ImportList, ListImport> = {
  investors: investorImport,
  projects: projectImport,
  investments: investmentImport,
  payments: paymentImport,
}

/** The columns of a file for a list, for people: heading, what belongs there, an example. */
export function columnsOf(list: ImportList) {
  return Object.entries(imports[list].words).map(([field, { names, says, example }]) => {
    return { field, name: names[0], isRequired: isRequired(imports[list], field), says, example }
  })
}

/** Reads a file for a list; refused with words where it cannot be one. */
export function readImport(
  list: ImportList,
  text: string,
  choices: ImportChoices = {},
): Promise<ImportRead> {
  return readTable(imports[list], text, choices)
}

/** What the rows of a file would do at this moment; nothing is written. */
export function checkRows(
  admin: AdminActor,
  list: ImportList,
  table: ImportTable,
): Promise<Checked> {
  return imports[list].check(admin, table)
}

/** As `readImport` and `checkRows`, for a file that was read before it was kept. */
export async function checkImport(
  admin: AdminActor,
  list: ImportList,
  content: string,
  choices: ImportChoices = {},
) {
  const table = await keptTable(list, content, choices)
  return { ...table, ...(await checkRows(admin, list, table)) }
}

async function keptTable(list: ImportList, content: string, choices: ImportChoices) {
  const read = await readImport(list, content, choices)
  if (!read.ok) throw new Error(`A kept file cannot be read: ${read.message}`)
  return read.table
}

/** The rows with problems as they are in the file, with their numbers and what is wrong, to be fixed and imported later. */
export function leftOutRows({ head, rows }: ImportTable, problems: readonly Problem[]): string[][] {
  const byRow = Map.groupBy(problems, ({ row }) => row)
  const lines = rows.flatMap(({ row, all }) => {
    const why = byRow.get(row)?.map(({ column, says }) => `${column}: ${says}`)
    const cells = head.map((_, place) => all[place] ?? '')
    return why ? [[...cells, String(row), why.join(' ')]] : []
  })
  return [[...head, ...reasonHeadings], ...lines]
}

/** What was added, the same however often it is asked for; or why nothing was. */
export type ImportConfirmed =
  | { added: number; leftOut: number }
  | { refused: 'not-found' | 'has-problems' | 'nothing-ready' | 'moved' }

type ImportRequest = {
  list: ImportList
  importId: string
  fingerprint: string
  leavesOut?: boolean
  choices?: ImportChoices
}

/**
 * Adds everything of a file that is ready, or nothing: no account, mail, notification or receipt follows. Rows with
 * problems stop it unless they are left out. `fingerprint` is that of the answer that was looked at; when another
 * would be written by now, nothing is. Confirming once more gives the first answer. One entry of the log has the
 * counts, and what is added is logged as done by the import. Publishes import.confirmed.
 */
export async function confirmImport(
  admin: AdminActor,
  { list, importId, fingerprint, leavesOut = false, choices = {} }: ImportRequest,
): Promise<ImportConfirmed> {
  if (!isId(importId)) return { refused: 'not-found' }
  const file = await admin.tx
    .selectFrom('import_file')
    .select(['content', 'rows_added', 'rows_left_out'])
    .where('id', '=', importId)
    .where('list', '=', list)
    .forUpdate()
    .executeTakeFirst()
  if (!file) return { refused: 'not-found' }
  if (file.content === null)
    return { added: file.rows_added ?? 0, leftOut: file.rows_left_out ?? 0 }
  const table = await keptTable(list, file.content, choices)
  await (await checkRows(admin, list, table)).hold()
  const checked = await checkRows(admin, list, table)
  const faulty = new Set(checked.problems.map(({ row }) => row)).size
  if (faulty > 0 && !leavesOut) return { refused: 'has-problems' }
  if (checked.ready.length === 0) return { refused: 'nothing-ready' }
  if (checked.fingerprint !== fingerprint) return { refused: 'moved' }
  const [added, here] = [checked.ready.length, checked.here.length]
  const facts = { list, rows: added, left_out: here, ...(faulty > 0 && { with_problems: faulty }) }
  await auditAsImport(admin)
  await audit(admin, 'import', 'import_file', importId, facts)
  await checked.write(importId)
  const counts = { rows_added: added, rows_left_out: here + faulty }
  await admin.tx
    .updateTable('import_file')
    .set({ content: null, imported_at: clock.now(), imported_by: admin.userId, ...counts })
    .where('id', '=', importId)
    .execute()
  await publish(admin, { kind: 'import.confirmed', importId })
  return { added, leftOut: here + faulty }
}

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
 * Keeps a file that reads well until it is imported, or a day has passed. The same content for the same list is the
 * same file, whatever its name; one that was imported is refused, unless all that it added has been deleted since.
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

/** A file of this list, or null when no one has kept it, or it was thrown away since. */
export async function findImport(
  admin: AdminActor,
  list: ImportList,
  id: string,
): Promise<ImportFile | null> {
  if (!isId(id)) return null
  const row = await importFiles(admin)
    .select('content')
    .where('import_file.id', '=', id)
    .where('list', '=', list)
    .executeTakeFirst()
  return row ? { content: row.content, ...asImport(row) } : null
}

/** A file that was imported, in the list of them. */
export type PastImport = Omit<ImportFile, 'content'>

const mostShown = 20

/** The latest files that were imported, newest first, at most twenty; the log has all of them. */
export async function latestImports(admin: AdminActor): Promise<PastImport[]> {
  const rows = await importFiles(admin)
    .where('imported_at', 'is not', null)
    .orderBy('imported_at', 'desc')
    .limit(mostShown)
    .execute()
  return rows.map(asImport)
}

const importFiles = ({ tx }: AdminActor) =>
  tx
    .selectFrom('import_file')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'import_file.imported_by')
    .select(['import_file.id', 'list', 'import_file.name', 'imported_at', 'account.name as by'])
    .select(['rows_added', 'rows_left_out'])

type Row = Awaited<ReturnType<ReturnType<typeof importFiles>['executeTakeFirstOrThrow']>>

function asImport({ id, list, name, imported_at: at, by, ...rows }: Row): PastImport {
  const counts = { added: rows.rows_added ?? 0, leftOut: rows.rows_left_out ?? 0 }
  return { id, list: list as ImportList, name, imported: at && { at, by, ...counts } }
}

/** Throws away files that no one confirmed within a day; what was imported stays. For the worker, once a day. */
export async function sweepImports(worker: WorkerActor): Promise<void> {
  await worker.tx
    .deleteFrom('import_file')
    .where('imported_at', 'is', null)
    .where('kept_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
