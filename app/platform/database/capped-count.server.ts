import { type Expression, sql } from 'kysely'
import { countLimit } from '../../values/capped-count.ts'
import { shownPage } from '../../values/list-query.ts'

/** How many rows a query has, counted up to one more than the limit. */
export function cappedCount(query: Expression<unknown>) {
  return sql<number>`(select count(*)::int from (select from ${query} rows limit ${countLimit + 1}) counted)`
}

/** What a list with such a count is asked for. */
type Asked = { page: number; pageSize: number; total: number }

/**
 * A page of a list whose total was counted up to the limit. `rowsOf` reads one row more than a page holds: past the limit it
 * says whether there is a next page. Past the last page everything is counted, and the last is shown.
 */
export async function cappedPage<Row>(
  { page, pageSize, total }: Asked,
  rowsOf: (page: number) => Promise<Row[]>,
  countAll: () => Promise<number>,
): Promise<{ rows: Row[]; page: number; total: number }> {
  const isCapped = total > countLimit
  const shown = isCapped ? page : shownPage(page, total, pageSize)
  const rows = await rowsOf(shown)
  if (isCapped && rows.length === 0) {
    const all = await countAll()
    const last = shownPage(page, all, pageSize)
    return { rows: (await rowsOf(last)).slice(0, pageSize), page: last, total: all }
  }
  const seen = (shown - 1) * pageSize + rows.length
  return { rows: rows.slice(0, pageSize), page: shown, total: Math.max(total, seen) }
}
