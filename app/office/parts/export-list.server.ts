import { inTurnOfAccount } from '../../platform/account-turns.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { audit } from '../../platform/events.server.ts'
import { attachment } from '../../platform/files-response.server.ts'
import {
  type AdminWork,
  asAdmin,
  type Context,
  readAsAdmin,
} from '../../platform/session.server.ts'
import { csvHead, csvLine } from '../../values/csv.ts'

/** What a list is as a file. */
export type ListFile<Row extends { id: string }> = {
  /** In the name of the file: `investors`. */
  name: string
  /** What the log calls it. */
  subject: string
  /** Every id that search and filters leave, in the order of the list. */
  ids: AdminWork<string[]>
  /** The lines of these, in any order; one id may have several, which keep theirs. */
  rows: (ids: string[]) => AdminWork<Row[]>
  columns: Record<string, (row: Row) => string | null>
}

const atATime = 1000

/** What of the address the log keeps: words and ids of ours, and nothing else that somebody may have put there. */
const filters = ['status', 'sort', 'due', 'type', 'role', 'mark', 'investor', 'state', 'mail']
const isOurWord = (text: string) => /^[\w-]{1,40}$/.test(text)

/**
 * A list as narrowed and sorted by the address, as a file: noted first as an act, together with which of them there are at
 * that moment, then read a thousand at a time, each in a transaction of its own, while it is sent. What is gone by then is
 * left out. What was searched for may be somebody's name: the log only has that something was.
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
  const ids = await inTurnOfAccount(context, () => asAdmin(context, find, 'file'))
  const batch = (some: string[]) =>
    inTurnOfAccount(context, () => readAsAdmin(context, list.rows(some), 'file'))
  return new Response(request.method === 'HEAD' ? null : linesOf(ids, batch, list.columns), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`${list.name}-${clock.today()}.csv`),
      'Cache-Control': 'private, no-store',
    },
  })
}

function linesOf<Row extends { id: string }>(
  ids: string[],
  batch: (some: string[]) => Promise<Row[]>,
  columns: ListFile<Row>['columns'],
): ReadableStream<Uint8Array> {
  const text = new TextEncoder()
  const cells = Object.values(columns)
  let sent = 0
  return new ReadableStream<Uint8Array>({
    start: (file) => file.enqueue(text.encode(csvHead(Object.keys(columns)))),
    async pull(file) {
      const some = ids.slice(sent, sent + atATime)
      if (some.length === 0) return file.close()
      sent += some.length
      const place = new Map(some.map((id, index) => [id, index]))
      const rows = (await batch(some)).toSorted(
        (a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0),
      )
      // An empty batch still asks for the next: a stream that was given nothing would wait.
      file.enqueue(text.encode(rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')))
    },
  })
}
