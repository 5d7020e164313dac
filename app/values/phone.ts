/** What stands beside a phone number that is refused. */
export const phoneMessage = 'Enter a phone number, like +254 711 000 000'

/**
 * Whether this is a phone number as people write it: 7 to 15 digits (E.164) with spaces, brackets, dots, dashes and
 * slashes, a plus only in front.
 */
export function isPhone(text: string): boolean {
  const { length } = text.replace(/\D/g, '')
  return /^\+?[\d\s().\-/]+$/.test(text) && length >= 7 && length <= 15
}
