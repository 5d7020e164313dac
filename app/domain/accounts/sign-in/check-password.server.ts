import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { normalizeText } from '../../../values/typed-text.ts'
import { type PasswordFault, passwordLengthFault } from '../password.ts'

/** The dictionaries take a third of a second to load, so they load on first use. */
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
/** Words of the business, which its people may choose. */
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
/** Longer repetitive passwords take more than half a second to judge; a prefix is enough. */
const mostJudged = 40

/** Judges a new password: length, parts of name or email, offline strength estimate. Null when acceptable. */
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
