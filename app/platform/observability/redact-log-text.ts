const left = '…'

/** Patterns of secrets and personal data. Only error messages may contain them. */
const rules: [what: RegExp, instead: string][] = [
  // Tokens of emailed links.
  [/\/(invitation|confirm|verify)\/[^\s"'?#]+/g, `/$1/${left}`],
  // Queries, which may hold tokens or search terms; not file names of stacks.
  [/\?[\w[\]%.+-]+=[^\s"')]*/g, `?${left}`],
  // Email addresses, also URL-encoded.
  [
    /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu,
    `${left}@${left}`,
  ],
  // Values PostgreSQL quotes in its errors.
  [/(invalid input (?:syntax|value)[^:\n]*: ).*/g, `$1${left}`],
  [
    /\b(password|passwd|token|secret|authorization|cookie)("?\s*[:=]\s*"?)[^\s",;)]+/gi,
    `$1$2${left}`,
  ],
  // Passwords in server addresses: postgresql://user:password@host.
  [/(\b\w+:\/\/)[^\s/@]+@/g, `$1${left}@`],
  // Phone numbers: + and at least eight digits.
  [/\+\d[\d ()-]{7,}\d/g, left],
]

/** Characters. A guest chooses the length of a path. */
const longestText = 20_000
const longestLine = 1_000

/**
 * Removes email addresses, phone numbers, queries, tokens and quoted values from a text. Long lines
 * and the end of a very long text are cut first.
 */
export function redactLogText(text: string): string {
  const lines = text.slice(0, longestText).split('\n')
  const cut = lines.map((line) => beginningOf(line, longestLine)).join('\n')
  return rules.reduce((cleaner, [pattern, instead]) => cleaner.replace(pattern, instead), cut)
}

/** The beginning in whole words: half an email address would not be recognised. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return `${cut.slice(0, Math.max(cut.lastIndexOf('/'), cut.lastIndexOf(' ')) + 1)}${left}`
}
