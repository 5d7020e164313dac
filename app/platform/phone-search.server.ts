import { readPhone } from './phone.server.ts'

/** National trunk prefixes other than 0: Russia, Hungary, North America. */
const otherTrunks = ['8', '06', '1']
/** Fewer digits may be the middle of another number. */
const minDigits = 7

/**
 * Search terms for a phone number or a part of it, national or international, as `app.phone_digits` stores it. Empty when
 * the text is no number or has under three digits.
 */
export function phoneSearchTerms(text: string): string[] {
  if (!/^[\d\s+()./-]+$/.test(text)) return []
  const typed = text.replace(/\(0\)/, '').replace(/\D/g, '')
  const digits = typed.replace(/^00/, '')
  if (digits.length < 3) return []
  const found = new Set([digits])
  if (/^\s*(\+|00)/.test(text)) {
    const whole = readPhone(`+${digits}`)
    if (whole) found.add(whole.replace('+', ''))
  }
  for (const trunk of otherTrunks) {
    if (typed.startsWith(trunk) && typed.length >= trunk.length + minDigits)
      found.add(`0${typed.slice(trunk.length)}`)
  }
  return [...found]
}
