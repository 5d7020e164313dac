import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * A condition that any of the columns contains the words searched for, whatever their case; `%` and `_` are ordinary
 * characters. Below three characters, where a trigram index does not help, it matches beginnings. Nothing typed
 * matches everything.
 */
export function matching(q: string, columns: string[]): Expression<SqlBool> {
  const words = q
    .replace(/\p{Cc}/gu, '')
    .trim()
    .replace(/[\\%_]/g, '\\$&')
  if (words === '') return sql<SqlBool>`true`
  const pattern = [...words].length < 3 ? `${words}%` : `%${words}%`
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`),
    sql` or `,
  )})`
}

/**
 * The order of the few that were searched for, by this column of text: it is no index's order, so that what is found is
 * sorted. In that of an index PostgreSQL would read everybody by name until enough of them had matched.
 */
export function sortedBy(q: string, column: string) {
  return q.trim() === '' ? sql`${sql.ref(column)}` : sql`(${sql.ref(column)} || '')`
}
