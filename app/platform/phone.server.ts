import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { folded } from '../values/folded.ts'
import type { PhoneReader } from '../values/phone.ts'

const numberAsWritten = /^\+?[\d\s().\-/]+$/

/**
 * A phone number in E.164, such as +254711000111; null when invalid for its country. Without a plus it is read as a number
 * of `region`, then as an international one. Accepts a spreadsheet's `.0`, a trunk zero after the code and Arabic digits.
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

/** Reads numbers without a country code as those of `country` (ISO code). */
export function phoneReader(country: string): PhoneReader {
  const region = isSupportedCountry(country) ? country : undefined
  return (text) => readPhone(text, region)
}

/** As `+254 711 000111`; an unreadable number is shown as typed. */
export function shownPhone(stored: string): string {
  return parsePhoneNumberFromString(stored)?.formatInternational() ?? stored
}
