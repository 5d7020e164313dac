import { passwordLengthFault } from '../../domain/accounts/password.ts'

const longEnoughToBeStrong = 14
const fewDifferent = 5

export type Strength = { stones: 0 | 1 | 2 | 3; word: string }

/**
 * A rough estimate while typing, by length and variety. The server decides with a better estimator;
 * a password it refused gets the lowest rating.
 */
export function strengthOf(password: string, refused = ''): Strength {
  if (password === '') return { stones: 0, word: '' }
  if (password === refused) return { stones: 1, word: 'Choose a stronger one' }
  const fault = passwordLengthFault(password)
  if (fault === 'short') return { stones: 1, word: 'Too short' }
  if (fault === 'long') return { stones: 1, word: 'Too long' }
  if (new Set(password).size < fewDifferent) return { stones: 1, word: 'Easy to guess' }
  return [...password].length < longEnoughToBeStrong
    ? { stones: 2, word: 'Longer is safer' }
    : { stones: 3, word: 'Long' }
}
