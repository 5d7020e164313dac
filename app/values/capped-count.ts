import { grouped } from './grouped.ts'

/** Long lists are counted up to one more than this. */
export const countLimit = 10_000

/** A count that may be capped: `9,999`, `10,000`, `10,000+`. */
export function shownCount(count: number): string {
  return count > countLimit ? `${grouped(countLimit)}+` : grouped(count)
}
