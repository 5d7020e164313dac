/** A number with its noun: `1 project`, `3 projects`. The plural adds an s. */
export function counted(count: number, singular: string): string {
  return count === 1 ? `1 ${singular}` : `${count} ${singular}s`
}
