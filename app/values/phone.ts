/** What stands beside a phone number that is refused. */
export const phoneMessage = 'Enter a phone number, like +254 711 000 000'

/** Reads a typed phone number into its stored form; null for what is none. */
export type PhoneReader = (text: string) => string | null

/** The sentence for a number that cannot be read; spreadsheets shorten long numbers to 2.54711E+11. */
export function phoneRefusal(text: string): string {
  return /^[\d.,]+e\+?\d+$/i.test(text)
    ? 'A spreadsheet shortened this number. Write it in full, like +254 711 000 000'
    : phoneMessage
}

/** A phone number without the invisible marks of direction that come along when one is copied out of a telephone. */
export function plainPhone(text: string): string {
  return text.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
}

/**
 * Whether this may be a phone number as people write it: 7 to 15 digits of any script with spaces, brackets, dots, dashes
 * and slashes, a plus only in front. The server reads it, and has the last word.
 */
export function isPhone(text: string): boolean {
  const { length } = text.replace(/[^\p{Nd}]/gu, '')
  return /^[+\uff0b]?[\p{Nd}\s().\-/]+$/u.test(text) && length >= 7 && length <= 15
}
