import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { normalizeText } from '../../../values/typed-text.ts'
import { type PasswordFault, passwordLengthFault } from '../password.ts'

/** Unpacking its dictionaries takes a third of a second, so they come with the first password that is judged. */
let estimator: Promise<ZxcvbnFactory> | null = null

async function openEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }, { dictionary: english }] =
    await Promise.all([
      import('@zxcvbn-ts/core'),
      import('@zxcvbn-ts/language-common'),
      import('@zxcvbn-ts/language-en'),
    ])
  return new ZxcvbnFactory({ dictionary: { ...dictionary, ...english }, graphs: adjacencyGraphs })
}

const shortestPart = 4
/** Of the business, in guessable passwords of its people: the estimate takes them for words of a dictionary. */
const ownWords = [
  'msingi',
  'foundation',
  'investor',
  'investment',
  'property',
  'realestate',
  'nairobi',
  'mogadishu',
  'kenya',
  'somalia',
]
const leastScore = 2
/** The estimate takes more than half a second of the program for a long repetitive password; this many tell enough. */
const mostJudged = 40

/**
 * Judges a new password: its length in code points, then any part of 4 letters or more of the person's name or
 * email, then an offline estimate of how soon its first 40 code points are guessed. Null when it may be used.
 */
export async function checkPassword(
  password: string,
  person: { name: string; email: string },
): Promise<PasswordFault | null> {
  const length = passwordLengthFault(password)
  if (length) return length
  const parts = partsOf(person)
  const folded = normalizeText(password).toLowerCase()
  if (parts.some((part) => folded.includes(part))) return 'personal'
  const judged = [...password].slice(0, mostJudged).join('')
  estimator ??= openEstimator()
  return (await estimator).check(judged, [...parts, ...ownWords]).score < leastScore ? 'weak' : null
}

function partsOf({ name, email }: { name: string; email: string }): string[] {
  const words = normalizeText(`${name} ${email}`)
    .toLowerCase()
    .split(/[^\p{L}]+/u)
  return words.filter((word) => [...word].length >= shortestPart)
}
