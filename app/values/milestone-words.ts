import { counted } from './counted.ts'

/** `When “Roof” is reached`, or some days after. */
export function milestoneWords(name: string, days: number): string {
  return days === 0 ? `When “${name}” is reached` : `${counted(days, 'day')} after “${name}”`
}
