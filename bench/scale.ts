const option = '--smallest'
const given = process.argv.slice(2)

/** Whether the script is only to prove that it still works, as `npm test` does: it asks little, and judges no time. */
export const isSmallest = given.includes(option)

/** What is written behind the command, without the option. */
export const words = given.filter((word) => word !== option)

/** A number of rounds or requests, or another one at the smallest scale. */
export const scaled = (full: number, smallest: number): number => (isSmallest ? smallest : full)

/** A line for the reader of the results. */
export function sayScale(): void {
  if (isSmallest) console.log('The smallest scale: times and ratios are printed and not judged.')
}
