/** What stands beside a phone number that is refused. */
export const phoneMessage = 'Enter a phone number, like +254 711 000 000'

/** A phone number without the invisible marks of direction that come along when one is copied out of a telephone. */
export function plainPhone(text: string): string {
  return text.replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '')
}

/**
 * Whether this is a phone number as people write it: 7 to 15 digits (E.164) with spaces, brackets, dots, dashes and
 * slashes, a plus only in front.
 */
export function isPhone(text: string): boolean {
  const { length } = text.replace(/\D/g, '')
  return /^\+?[\d\s().\-/]+$/.test(text) && length >= 7 && length <= 15
}
