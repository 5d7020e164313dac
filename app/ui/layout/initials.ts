/** The first letters of the first and last name; words without a letter are skipped. */
export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => /\p{L}\p{M}*/u.exec(word)?.[0] ?? [])
  const [first = '', last = ''] = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return `${first}${last}`.toUpperCase()
}
