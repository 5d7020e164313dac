import manifest from '../package.json' with { type: 'json' }

/** The version of this program by Semantic Versioning 2.0.0, such as `1.0.0`. */
export const { version } = manifest

const numbersOf = (version: string) => version.split('.').map(Number)

/** Whether `version` comes after `earlier`; both like `1.0.0`. */
export function isLater(version: string, earlier: string): boolean {
  const before = numbersOf(earlier)
  for (const [index, number] of numbersOf(version).entries()) {
    const other = before[index] ?? 0
    if (number !== other) return number > other
  }
  return false
}
