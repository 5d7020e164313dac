import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { folded } from '../values/folded.ts'

/** A country by its two letters, such as KE, whose numbers are written without a country code. */
export type PhoneRegion = CountryCode

/** What people write around a number: blanks, brackets, dots, dashes and slashes, and a plus in front. */
const numberAsWritten = /^\+?[\d\s().\-/]+$/

/**
 * A phone number in the form that is stored, E.164 such as +254711000111, or null for what is none. A number without a
 * country code is of this region, or has its code without the plus. A spreadsheet's `.0`, a trunk zero behind the code
 * and digits of Arabic are understood.
 */
export function readPhone(text: string, region?: PhoneRegion): string | null {
  const written = folded(text)
    .trim()
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^(\+?\d{7,15})\.0+$/, '$1')
  if (!numberAsWritten.test(written)) return null
  const own = parsePhoneNumberFromString(written, region)
  if (own?.isPossible()) return own.number
  const withCode = written.startsWith('+') ? undefined : parsePhoneNumberFromString(`+${written}`)
  return withCode?.isValid() ? withCode.number : null
}

/** A stored number as people read it, such as `+254 711 000111`; what could not be read is shown as it was typed. */
export function shownPhone(stored: string): string {
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
}
