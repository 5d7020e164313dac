/** What stands in the place of what was left out. */
const left = '…'

/** What a log must not keep, and what is left of it. Only texts of faults can hold any: facts are ids, counts and states. */
const rules: [what: RegExp, instead: string][] = [
  // The token of a mailed link, wherever the link stands.
  [/\/(invitation|confirm|verify)\/[^\s"'?#]+/g, `/$1/${left}`],
  // A query, which may hold a token or what somebody searched for. File names of a stack carry none.
  [/\?[\w[\]%.+-]+=[^\s"')]*/g, `?${left}`],
  // An email, also as it stands encoded in an address.
  [
    /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu,
    `${left}@${left}`,
  ],
  // What PostgreSQL could not read: it quotes what somebody typed.
  [/(invalid input (?:syntax|value)[^:\n]*: ).*/g, `$1${left}`],
  [
    /\b(password|passwd|token|secret|authorization|cookie)("?\s*[:=]\s*"?)[^\s",;)]+/gi,
    `$1$2${left}`,
  ],
  // A password of an address of a server: postgresql://user:password@host.
  [/(\b\w+:\/\/)[^\s/@]+@/g, `$1${left}@`],
  // A telephone number as people write it: + and at least eight digits.
  [/\+\d[\d ()-]{7,}\d/g, left],
]

/** Characters. The rules cost with the length of what they look at, and a guest chooses that of a path. */
const longestText = 20_000
const longestLine = 1_000

/**
 * A text as the log may keep it: without emails, telephone numbers, queries, tokens, and values that PostgreSQL quotes. Long
 * lines, and the end of a very long text, are left out before anything looks at them.
 */
export function redactLogText(text: string): string {
  const lines = text.slice(0, longestText).split('\n')
  const cut = lines.map((line) => beginningOf(line, longestLine)).join('\n')
  return rules.reduce((cleaner, [pattern, instead]) => cleaner.replace(pattern, instead), cut)
}

/** The text up to so many characters, and of a longer one only whole words: half an email would not be recognised. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf('/'), cut.lastIndexOf(' ')) + 1)}${left}`
}
