/** The message for a refused phone number. */
export const phoneMessage = 'Enter a phone number, like +254 711 000 000'

/** Reads a typed phone number into its stored form; null when invalid. */
export type PhoneReader = (text: string) => string | null

/** The message for an unreadable number; spreadsheets shorten numbers to 2.54711E+11. */
export function phoneRefusal(text: string): string {
  return /^[\d.,]+e\+?\d+$/i.test(text)
    ? 'A spreadsheet shortened this number. Write it in full, like +254 711 000 000'
    : phoneMessage
}

/** A phone number without invisible direction marks, which phones copy along. */
export function plainPhone(text: string): string {
  return text.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
}

/** Whether this may be a phone number: 7 to 15 digits, usual separators, a plus only in front. */
export function isPhone(text: string): boolean {
  const { length } = text.replace(/[^\p{Nd}]/gu, '')
  return /^[+\uff0b]?[\p{Nd}\s().\-/]+$/u.test(text) && length >= 7 && length <= 15
}
