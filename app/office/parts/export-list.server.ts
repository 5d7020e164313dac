import { clock } from '../../platform/clock.server.ts'
import { audit } from '../../platform/events.server.ts'
import { csvResponse } from '../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../platform/session/account-limit.server.ts'
import {
  type AdminWork,
  adminCommand,
  adminQuery,
  type Context,
} from '../../platform/session/session.server.ts'
import { csvHead, csvLine } from '../../values/csv.ts'

export type ListFile<Row extends { id: string }> = {
  /** Used in the file name: `investors`. */
  name: string
  subject: string
  /** All ids the filters leave, in list order. */
  ids: AdminWork<string[]>
  /** Rows for these ids, in any order; one id may have several. */
  rows: (ids: string[]) => AdminWork<Row[]>
  columns: Record<string, (row: Row) => string | null>
}

const atATime = 1000

/** Query values that may be logged: known keywords, ids and days only. */
const filters = [
  'status',
  'sort',
  'by',
  'due',
  'type',
  'role',
  'mark',
  'investor',
  'project',
  'state',
  'mail',
  'currency',
  'from',
  'to',
]
const isOurWord = (text: string) => /^[\w-]{1,40}$/.test(text)

/**
 * Streams the list as CSV. Audits the export and fixes its ids first, then reads a thousand per transaction; rows
 * deleted since are skipped. A search term may be a person's name, so only its presence is logged.
 */
export async function exportList<Row extends { id: string }>(
  { request, url, context }: { request: Request; url: URL; context: Context },
  list: ListFile<Row>,
): Promise<Response> {
  const facts = Object.fromEntries(
    filters.flatMap((name) => {
      const text = url.searchParams.get(name)
      return text && isOurWord(text) ? [[name, text]] : []
    }),
  )
  const searched = Boolean(url.searchParams.get('q')?.trim())
  const find: AdminWork<string[]> = async (admin) => {
    const found = request.method === 'HEAD' ? [] : await list.ids(admin)
    await audit(admin, 'export', list.subject, null, { ...facts, searched, rows: found.length })
    return found
  }
  const ids = await limitPerAccount(context, () => adminCommand(context, find, 'file'))
  const batch = (some: string[]) =>
    limitPerAccount(context, () =>
      adminQuery(context, list.rows(some), { answer: 'file', replica: true }),
    )
  return csvResponse(
    request,
    `${list.name}-${clock.today()}.csv`,
    linesOf(ids, batch, list.columns),
  )
}

async function* linesOf<Row extends { id: string }>(
  ids: string[],
  batch: (some: string[]) => Promise<Row[]>,
  columns: ListFile<Row>['columns'],
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  yield csvHead(Object.keys(columns))
  for (let sent = 0; sent < ids.length; sent += atATime) {
    const some = ids.slice(sent, sent + atATime)
    const rows = Map.groupBy(await batch(some), ({ id }) => id)
    const inOrder = some.flatMap((id) => rows.get(id) ?? [])
    yield inOrder.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
  }
}
