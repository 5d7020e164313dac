import { z } from 'zod'
import { optionalDay } from '../../values/fields.ts'

/** A day as a spreadsheet in our countries writes it, 31/03/2026, as a date field does; anything else stays as it is. */
export function isoDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text.trim()) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}

/** A cell with a day, which may stay empty. */
export const dayCell = () => z.string().transform(isoDay).pipe(optionalDay())

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** One of some words, in capitals or not; `empty` is what an empty cell means, or the sentence when it may not be. */
export function wordCell<Kind extends string>(
  words: Readonly<Record<string, Kind>>,
  refusal: string,
  empty: { means: Kind } | string,
) {
  return z.string().transform((text, context): Kind => {
    const typed = plain(text)
    if (typed === '' && typeof empty !== 'string') return empty.means
    const meant = Object.hasOwn(words, typed) ? words[typed] : undefined
    if (meant !== undefined) return meant
    context.addIssue({ code: 'custom', message: typed === '' ? String(empty) : refusal })
    return z.NEVER
  })
}

/** Each kind by the word for it: `mobile-money` is `mobile money`. */
export function asWords<Kind extends string>(kinds: readonly Kind[]): Record<string, Kind> {
  return Object.fromEntries(kinds.map((kind) => [plain(kind), kind]))
}
