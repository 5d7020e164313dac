import { readPhone } from './phone.server.ts'

/** What is dialled before a number of one's own country: mostly 0, but 8 in Russia, 06 in Hungary, 1 in North America. */
const otherTrunks = ['8', '06', '1']
/** So many digits are a number of its own, and not the middle of another. */
const leastOwn = 7

/**
 * The digits by which `app.phone_digits` (migration 0051) has a number that is searched for, which may be a part of one, in
 * its international or national form; none for what is no number, or too short to be looked up.
 */
export function dialled(text: string): string[] {
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
    if (typed.startsWith(trunk) && typed.length >= trunk.length + leastOwn)
      found.add(`0${typed.slice(trunk.length)}`)
  }
  return [...found]
}
