import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { Actor, AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import { audit, auditAsImport, publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import type { Checked, ListImport } from './check.server.ts'
import { exchangeRateImport } from './exchange-rates.server.ts'
import { type ImportChoices, type ImportList, importNouns, type Problem } from './import-list.ts'
import { investmentImport } from './investments.server.ts'
import { investorImport } from './investors.server.ts'
import { planImport } from './payment-plans.server.ts'
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
  'payment-plans': planImport,
  'exchange-rates': exchangeRateImport,
}

/** The columns of a list with heading, explanation and example. */
export function columnsOf(list: ImportList) {
  return Object.entries(imports[list].words).map(([field, { names, says, example }]) => {
    return { field, name: names[0], isRequired: isRequired(imports[list], field), says, example }
  })
}

/** Reads a file for a list, or refuses it with a message. */
export function readImport(
  list: ImportList,
  text: string,
  choices: ImportChoices = {},
): Promise<ImportRead> {
  return readTable(imports[list], text, choices)
}

/** Checks what importing the rows would do now, without writing. */
export function checkRows(
  admin: AdminActor,
  list: ImportList,
  table: ImportTable,
): Promise<Checked> {
  return imports[list].check(admin, table)
}

/** `readImport` and `checkRows` for a file that is not stored. */
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

/** The rows with problems, their numbers and problems, to be fixed and imported later. */
export function leftOutRows({ head, rows }: ImportTable, problems: readonly Problem[]): string[][] {
  const byRow = Map.groupBy(problems, ({ row }) => row)
  const lines = rows.flatMap(({ row, all }) => {
    const why = byRow.get(row)?.map(({ column, says }) => `${column}: ${says}`)
    const cells = head.map((_, place) => all[place] ?? '')
    return why ? [[...cells, String(row), why.join(' ')]] : []
  })
  return [[...head, ...reasonHeadings], ...lines]
}

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
 * Imports all ready rows or none; problems refuse it unless those rows are left out. Creates no
 * accounts, emails, notifications or receipts. Refused when `fingerprint` is outdated; a repetition
 * returns the first result. Audited. Publishes import.confirmed.
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

/** Whether this file is of one of these lists. */
export async function isImportOf(
  { tx }: Pick<Actor, 'tx'>,
  importId: string,
  lists: readonly ImportList[],
): Promise<boolean> {
  const found = await tx
    .selectFrom('import_file')
    .select('id')
    .where('id', '=', importId)
    .where('list', 'in', lists)
    .executeTakeFirst()
  return found !== undefined
}

/** `content` is deleted after the import. */
export type ImportFile = {
  id: string
  list: ImportList
  name: string
  content: string | null
  imported: { at: Date; by: string | null; added: number; leftOut: number } | null
}

/** The stored file; or the imported one with the same content. */
export type FileKept = { importId: string } | { refused: 'imported'; at: Date; added: number }

/**
 * Stores a valid file until it is imported, at most a day. Equal content is the same file; refused
 * when it was imported, unless all its rows have been deleted since.
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

/** A file whose rows were all deleted gets another hash from the former import's id. */
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

const neverDeleted = new Set<ImportList>(['payments', 'payment-plans', 'exchange-rates'])

/** By the audit log: an import writes all rows at one moment by one actor. */
async function hasSomethingLeft(
  { tx }: AdminActor,
  list: ImportList,
  importId: string,
): Promise<boolean> {
  if (neverDeleted.has(list)) return true
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from audit_log confirmed
      join audit_log added on added.at = confirmed.at and added.actor_id = confirmed.actor_id
        and added.act = 'insert' and added.actor = 'import' and added.subject = ${importNouns[list]}
      join ${sql.table(importNouns[list])} there on there.id::text = added.subject_id
      where confirmed.act = 'import' and confirmed.subject = 'import_file' and confirmed.subject_id = ${importId})
    as left`.execute(tx)
  return rows[0]?.left ?? true
}

/** Pasted lines have other line ends and no byte order mark, but are the same file. */
const bare = (content: string) =>
  content
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n')
    .trim()

/** A stored file of this list; null for an unknown or deleted one. */
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

export type PastImport = Omit<ImportFile, 'content'>

const mostShown = 20

/** The latest imported files, newest first, at most twenty. */
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

/** Deletes files that were not imported within a day and whose import no proposal waits for. Daily worker job. */
export async function sweepImports(worker: WorkerActor): Promise<void> {
  await worker.tx
    .deleteFrom('import_file')
    .where('imported_at', 'is', null)
    .where('kept_at', '<', sql<Date>`now() - interval '1 day'`)
    .where(
      sql<boolean>`not exists (select from proposal where command = 'confirm-import' and state = 'open'
        and expires_at > now() and input ->> 'importId' = import_file.id::text)`,
    )
    .execute()
}
