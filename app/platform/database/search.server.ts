import { type Expression, type SqlBool, sql } from 'kysely'
import { folded } from '../../values/folded.ts'
import { isShortSearch } from '../../values/list-query.ts'
import { dialled } from '../dialled.server.ts'
import type { AdminActor } from './database.server.ts'

/**
 * A condition that the columns contain what is searched for, however it is written (app/values/folded.ts): as it was typed
 * in one of them, or each of its words in any, so that `farah mohamed` finds Mohamed Farah. Each column has a twin with the
 * ending `_search`, which is compared (migration 0051). `%` and `_` are ordinary characters. Nothing typed matches everything.
 *
 * One or two letters are looked for at the beginnings of words, whichever word it is (`to` finds Twin Towers, not Boston):
 * trigrams say nothing about them, and with 100,000 names there is no time to read each. An index of the words
 * answers in a few ms; one of all pairs of letters would be ten times as large, and a single letter would find, and have
 * to count, nearly everybody. So every column needs both indexes, but `long` texts, of which nearly every one has a word
 * that begins with any letter: these are searched from three letters on. So are columns of phone numbers, which are found
 * however they are dialled.
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
  // What holds the whole holds its words, but short ones, which are looked for at beginnings alone, and parts of a phone number.
  return words.some(isShortSearch) || dialled(typed).length > 0
    ? sql<SqlBool>`(${whole} or ${all})`
    : all
}

/** What was typed, as it is compared; control characters are none that a text of PostgreSQL can hold. */
export function foldedSearch(q: string): string {
  return folded(q.replace(/\p{Cc}/gu, '')).trim()
}

/** The pattern of LIKE for what contains these words. */
export function containingPattern(words: string): string {
  return `%${words.replace(/[\\%_]/g, '\\$&')}%`
}

/** More words are a sentence, which is looked for as it stands. */
const mostWords = 5

const isOfPhones = (column: string) => /\bphone$/.test(column)
const twinOf = (column: string) => sql.ref(`${column}_search`)

function containing(text: string, columns: string[]) {
  const [whole, digits] = [[text], dialled(text)]
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

/** A name in the order in which people look it up, accents and case aside; the indexes of names are in this order. */
export function byName(column: string) {
  return sql`${sql.ref(column)} collate app.name_order`
}

/**
 * A query under the name `found`, for what is then counted, sorted and cut into pages. Where few match, they are found before
 * they are sorted: in the order of an index PostgreSQL would read everyone until enough had matched.
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
