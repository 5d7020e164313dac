import { normalizeText } from '../../values/typed-text.ts'

/** `weak` and `personal` are judged on the server by `judgePassword`. */
export type PasswordFault = 'short' | 'long' | 'weak' | 'personal'

const least = 8
const most = 128

/** Counted in code points after NFC, so an emoji is one. */
export function passwordLengthFault(password: string): 'short' | 'long' | null {
  const length = [...normalizeText(password)].length
  return length < least ? 'short' : length > most ? 'long' : null
}

export const passwordMessages: Record<PasswordFault, string> = {
  short: 'Password must be at least 8 characters',
  long: 'Password can be at most 128 characters',
  weak: 'This password is easy to guess. Use several unrelated words, or a longer one.',
  personal: 'Leave your name and your email address out of the password.',
}
