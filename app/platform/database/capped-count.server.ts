import { type Expression, sql } from 'kysely'
import { countLimit } from '../../values/capped-count.ts'
import { shownPage } from '../../values/list-query.ts'

/** Counts the query's rows up to the limit plus one. */
export function cappedCount(query: Expression<unknown>) {
  return sql<number>`(select count(*)::int from (select from ${query} rows limit ${countLimit + 1}) counted)`
}

type PageRequest = { page: number; pageSize: number; total: number }

/**
 * A page of a list with a capped total. `rowsOf` must read one row more than a page, which shows whether there is a next
 * page. Beyond the last page all rows are counted and the last page is shown.
 */
export async function cappedPage<Row>(
  { page, pageSize, total }: PageRequest,
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
