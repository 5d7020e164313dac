import { type Expression, type SqlBool, sql } from 'kysely'
import { folded } from '../../values/folded.ts'
import { isShortSearch } from '../../values/list-query.ts'
import { phoneSearchTerms } from '../phone-search.server.ts'
import type { AdminActor } from './database.server.ts'

/**
 * A condition that one column contains the search text, or that each word occurs in some column: `farah mohamed` finds
 * Mohamed Farah. Compares the folded twin column `<name>_search`. An empty search matches everything.
 *
 * Trigram indexes cannot serve one or two letters, so these match beginnings of words by a text index (`to` finds Twin
 * Towers, not Boston). `long` texts and phone numbers are searched from three letters on.
 */
export function matching(q: string, columns: string[], long: string[] = []): Expression<SqlBool> {
  if (q.replace(/\p{Cc}/gu, '').trim() === '') return sql<SqlBool>`true`
  const typed = foldedSearch(q)
  if (typed === '') return sql<SqlBool>`false`
  if (isShortSearch(typed)) return beginning(typed, columns)
  const words = [...new Set(typed.split(/[\s,;،؛]+/))].filter((word) => /[\p{L}\p{N}]/u.test(word))
  const whole = containing(typed, [...columns, ...long])
  if (words.length < 2 || words.length > mostWords) return whole
  const each = words.map((word) =>
    isShortSearch(word) ? beginning(word, columns) : containing(word, [...columns, ...long]),
  )
  const all = sql<SqlBool>`(${sql.join(each, sql` and `)})`
  // A match of the whole text implies its words, except for short words and parts of a phone number.
  return words.some(isShortSearch) || phoneSearchTerms(typed).length > 0
    ? sql<SqlBool>`(${whole} or ${all})`
    : all
}

/** PostgreSQL text cannot hold the NUL character. */
export function foldedSearch(q: string): string {
  return folded(q.replace(/\p{Cc}/gu, '')).trim()
}

export function containingPattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
}

/** Longer searches are matched as one phrase. */
const mostWords = 5

const isOfPhones = (column: string) => /\bphone$/.test(column)
const twinOf = (column: string) => sql.ref(`${column}_search`)

function containing(text: string, columns: string[]) {
  const [whole, digits] = [[text], phoneSearchTerms(text)]
  const patterns = columns.flatMap((column) =>
    (isOfPhones(column) ? digits : whole).map(
      (part) => sql`${twinOf(column)} like ${containingPattern(part)}`,
    ),
  )
  return patterns.length === 0
    ? sql<SqlBool>`false`
    : sql<SqlBool>`(${sql.join(patterns, sql` or `)})`
}

function beginning(typed: string, columns: string[]) {
  const [letters] = /[\p{L}\p{N}]+/u.exec(typed) ?? []
  if (letters === undefined) return sql<SqlBool>`false`
  const begins = columns.map(
    (column) =>
      sql`to_tsvector('simple', ${twinOf(column)}) @@ to_tsquery('simple', ${`${letters}:*`})`,
  )
  return sql<SqlBool>`(${sql.join(begins, sql` or `)})`
}

/** Ignores accents and case; the indexes of names use the same collation. */
export function byName(column: string) {
  return sql`${sql.ref(column)} collate app.name_order`
}

/**
 * Names a query `found`, to be counted, sorted and paged. With few matches it is materialised: otherwise PostgreSQL would
 * walk the sort order's index until enough rows matched.
 */
export function foundFirst<Query extends Expression<Record<string, unknown>>>(
  admin: AdminActor,
  query: Query,
  hasFew = true,
) {
  return admin.tx.with(
    (name) => (hasFew ? name('found').materialized() : name('found').notMaterialized()),
    () => query,
  )
}
