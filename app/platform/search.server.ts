import { type Expression, type SqlBool, sql } from 'kysely'
import { isShortSearch } from '../values/list-query.ts'

/**
 * A condition that the columns contain what is searched for, whatever its case: as it was typed in one of them, or each of
 * its words in any, so that `farah mohamed` finds Mohamed Farah. `%` and `_` are ordinary characters. Nothing typed matches
 * everything.
 *
 * One or two letters are looked for at the beginnings of words, whichever word it is (`to` finds Twin Towers, not Boston):
 * trigrams say nothing about them, and with 100,000 names there is no time to read each. An index of the words (0034)
 * answers in a few ms; one of all pairs of letters would be ten times as large, and a single letter would find, and have
 * to count, nearly everybody. So every column needs both indexes, but `long` texts, of which nearly every one has a word
 * that begins with any letter: these are searched from three letters on.
 */
export function matching(q: string, columns: string[], long: string[] = []): Expression<SqlBool> {
  const typed = q.replace(/\p{Cc}/gu, '').trim()
  if (typed === '') return sql<SqlBool>`true`
  if (isShortSearch(typed)) return beginning(typed, columns)
  const words = [...new Set(typed.split(/[\s,;]+/))].filter((word) => /[\p{L}\p{N}]/u.test(word))
  const whole = containing(typed, [...columns, ...long])
  if (words.length < 2 || words.length > mostWords) return whole
  const each = words.map((word) =>
    isShortSearch(word) ? beginning(word, columns) : containing(word, [...columns, ...long]),
  )
  const all = sql<SqlBool>`(${sql.join(each, sql` and `)})`
  // What holds the whole holds its words, but short ones, which are looked for at beginnings alone.
  return words.some(isShortSearch) ? sql<SqlBool>`(${whole} or ${all})` : all
}

/** More words are a sentence, which is looked for as it stands. */
const mostWords = 5

function containing(text: string, columns: string[]) {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return anyOf(columns, (column) => sql`${sql.ref(column)} ilike ${pattern}`)
}

function beginning(typed: string, columns: string[]) {
  const [letters] = /[\p{L}\p{N}]+/u.exec(typed) ?? []
  if (letters === undefined) return sql<SqlBool>`false`
  return anyOf(
    columns,
    (column) => sql`to_tsvector('simple', ${sql.ref(column)}) @@ to_tsquery('simple', ${`${letters}:*`})`,
  )
}

function anyOf(columns: string[], condition: (column: string) => Expression<unknown>) {
  return sql<SqlBool>`(${sql.join(columns.map(condition), sql` or `)})`
}

/**
 * The order of the few that were searched for, by this column of text: it is no index's order, so that what is found is
 * sorted. In that of an index PostgreSQL would read everybody by name until enough of them had matched.
 */
export function sortedBy(q: string, column: string) {
  return q.trim() === '' ? sql`${sql.ref(column)}` : sql`(${sql.ref(column)} || '')`
}
