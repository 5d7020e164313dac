import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { audit, auditAsImport, publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import { checkInvestments } from './check-investments.server.ts'
import { checkInvestors } from './check-investors.server.ts'
import { checkPayments } from './check-payments.server.ts'
import { checkProjects } from './check-projects.server.ts'
import type { Checked } from './checked.server.ts'
import type { DayOrder } from './days.ts'
import type { ImportList } from './import-list.ts'
import { type ImportRow, readImport } from './read-import.ts'

const checks: Record<
  ImportList,
  (admin: AdminActor, rows: readonly ImportRow[]) => Promise<Checked>
> = {
  investors: checkInvestors,
  projects: checkProjects,
  investments: checkInvestments,
  payments: checkPayments,
}

/** A file that was read before it was kept, judged against what is there at this moment; nothing is written. `order` is that of its days. */
export async function checkImport(
  admin: AdminActor,
  list: ImportList,
  content: string,
  order: DayOrder | null = null,
) {
  const read = readImport(list, content, order)
  if (!read.ok) throw new Error(`A kept file cannot be read: ${read.message}`)
  const { rows, notRead, separator, days } = read.table
  return { ...(await checks[list](admin, rows)), rows: rows.length, notRead, separator, days }
}

/** What was added, the same however often it is asked for; or why nothing was. */
export type ImportConfirmed =
  | { added: number; leftOut: number }
  | { refused: 'gone' | 'has-problems' | 'nothing-ready' | 'moved' }

/**
 * Adds everything of a file, or nothing (decisions §4): no account, mail, notification or receipt follows. `fingerprint` is
 * that of the answer that was looked at; when another would be written by now, nothing is. Confirming once more gives
 * the first answer. One entry of the log has the counts, and what is added is logged as done by the import. Publishes
 * import.confirmed.
 */
export async function confirmImport(
  admin: AdminActor,
  {
    list,
    importId,
    fingerprint,
    order = null,
  }: { list: ImportList; importId: string; fingerprint: string; order?: DayOrder | null },
): Promise<ImportConfirmed> {
  if (!isId(importId)) return { refused: 'gone' }
  const file = await admin.tx
    .selectFrom('import_file')
    .select(['content', 'rows_added', 'rows_left_out'])
    .where('id', '=', importId)
    .where('list', '=', list)
    .forUpdate()
    .executeTakeFirst()
  if (!file) return { refused: 'gone' }
  if (file.content === null)
    return { added: file.rows_added ?? 0, leftOut: file.rows_left_out ?? 0 }
  await (await checkImport(admin, list, file.content, order)).hold()
  const { ready, here, problems, write, ...checked } = await checkImport(
    admin,
    list,
    file.content,
    order,
  )
  if (problems.length > 0) return { refused: 'has-problems' }
  if (ready.length === 0) return { refused: 'nothing-ready' }
  if (checked.fingerprint !== fingerprint) return { refused: 'moved' }
  await auditAsImport(admin)
  await audit(admin, 'import', 'import_file', importId, {
    list,
    rows: ready.length,
    left_out: here.length,
  })
  await write(importId)
  await admin.tx
    .updateTable('import_file')
    .set({
      content: null,
      imported_at: clock.now(),
      imported_by: admin.userId,
      rows_added: ready.length,
      rows_left_out: here.length,
    })
    .where('id', '=', importId)
    .execute()
  await publish(admin, { kind: 'import.confirmed', importId })
  return { added: ready.length, leftOut: here.length }
}
