import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { folded } from '../values/folded.ts'
import type { PhoneReader } from '../values/phone.ts'

/** What people write around a number: blanks, brackets, dots, dashes and slashes, and a plus in front. */
const numberAsWritten = /^\+?[\d\s().\-/]+$/

/**
 * A phone number in the form that is stored, E.164 such as +254711000111, or null for what is none, also for one
 * with a digit too few or too many for its country. A number without a
 * country code is of this region, or has its code without the plus. A spreadsheet's `.0`, a trunk zero behind the code
 * and digits of Arabic are understood.
 */
export function readPhone(text: string, region?: CountryCode): string | null {
  const written = folded(text)
    .trim()
    .replace(/^00(?=[1-9])/, '+')
    .replace(/^(\+?\d{7,15})\.0+$/, '$1')
  if (!numberAsWritten.test(written)) return null
  const own = parsePhoneNumberFromString(written, region)
  if (own?.isValid()) return own.number
  const withCode = written.startsWith('+') ? undefined : parsePhoneNumberFromString(`+${written}`)
  return withCode?.isValid() ? withCode.number : null
}

/** Reads numbers without a country code as those of this country, whose two letters an administrator set. */
export function phoneReader(country: string): PhoneReader {
  const region = isSupportedCountry(country) ? country : undefined
  return (text) => readPhone(text, region)
}

/** A stored number as people read it, such as `+254 711 000111`; what could not be read is shown as it was typed. */
export function shownPhone(stored: string): string {
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
}
