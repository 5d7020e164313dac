/** What stands in the place of what was left out. */
const left = '…'

/** What a log must not keep, and what is left of it. Only texts of faults can hold any: facts are ids, counts and states. */
const rules: [what: RegExp, instead: string][] = [
  // The token of a mailed link, wherever the link stands.
  [/\/(invitation|confirm|verify)\/[^\s"'?#]+/g, `/$1/${left}`],
  // A query, which may hold a token or what somebody searched for. File names of a stack carry none.
  [/\?[\w[\]%.+-]+=[^\s"')]*/g, `?${left}`],
  // An e-mail, also as it stands encoded in an address.
  [/[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, `${left}@${left}`],
  // What PostgreSQL could not read: it quotes what somebody typed.
  [/(invalid input (?:syntax|value)[^:\n]*: ).*/g, `$1${left}`],
  [/\b(password|passwd|token|secret|authorization|cookie)("?\s*[:=]\s*"?)[^\s",;)]+/gi, `$1$2${left}`],
  // A password of an address of a server: postgresql://user:password@host.
  [/(\w+:\/\/)[^\s/@]+@/g, `$1${left}@`],
  // A telephone number as people write it: + and at least eight digits.
  [/\+\d[\d ()-]{7,}\d/g, left],
]

/** A text as the log may keep it: without e-mails, telephone numbers, queries, tokens, and values that PostgreSQL quotes. */
export function withoutPersonal(text: string): string {
  return rules.reduce((cleaner, [what, instead]) => cleaner.replace(what, instead), text)
}
