/** The digits of a phone number that a provider shows, around those it hides. */
type Shown = { start: string; end: string; isMasked: boolean }

/** Kenyan and Somali numbers without the country or the trunk in front. */
const national = (digits: string) => digits.replace(/^(?:254|252)(?=\d)|^0(?=\d)/, '')

function shownOf(number: string): Shown | null {
  const written = number.replace(/[\s+()-]/g, '')
  const [, start = '', hidden, end = ''] = /^(\d*)(\*+)?(\d*)$/.exec(written) ?? []
  if (hidden === undefined)
    return start.length >= 9 ? { start: national(start), end: start, isMasked: false } : null
  return end.length >= 2 ? { start: national(start), end, isMasked: true } : null
}

/** The last digits that any writing or mask of a number shows; null for numbers that are no phones. */
export function endOf(number: string): string | null {
  return shownOf(number)?.end.slice(-2) ?? null
}

/**
 * Whether two writings may be of one phone: `25472****118`, `07****118` and `+254 722 000 118`. Numbers that are no phones,
 * such as hashes and business numbers, agree only to the letter.
 */
export function numbersAgree(left: string, right: string): boolean {
  if (left === right) return true
  const [first, second] = [shownOf(left), shownOf(right)]
  if (!first || !second) return false
  if (!first.isMasked && !second.isMasked) return first.start === second.start
  const shortest = Math.min(first.end.length, second.end.length)
  return (
    first.end.slice(-shortest) === second.end.slice(-shortest) &&
    (first.start.startsWith(second.start) || second.start.startsWith(first.start))
  )
}

/** The digits of the phone numbers in a text. */
export const phonesIn = (text: string): string[] =>
  (text.match(/\+?\d[\d\s-]{7,14}\d/g) ?? [])
    .map((phone) => phone.replace(/\D/g, ''))
    .filter((digits) => digits.length >= 9)
