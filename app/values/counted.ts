/**
 * A number with what it counts: `1 project`, `3 projects`, `0 projects`. For words whose plural adds an s, which all of
 * ours do.
 */
export function counted(count: number, singular: string): string {
  return count === 1 ? `1 ${singular}` : `${count} ${singular}s`
}
