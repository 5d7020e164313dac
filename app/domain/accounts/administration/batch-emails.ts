import { emailAddress } from '../../../values/fields.ts'
import { isId } from '../../../values/id.ts'
import { normalizeText } from '../../../values/typed-text.ts'

/** Why a line is invalid by itself or together with the others. */
export type LineFault =
  | 'malformed'
  | 'swapped'
  | 'bad-id'
  | 'bad-email'
  | 'duplicate-id'
  | 'duplicate-email'

/** `line` counts from 1, as editors do. */
export type BatchLine = { line: number; userId: string; email: string; fault: LineFault | null }

/** The limit keeps the page responsive. */
export const mostLines = 500

const address = emailAddress()

/**
 * Reads lines `user id, new email`, separated by comma, semicolon or tab, with optional quotes and
 * header. Duplicate people or addresses are errors on both lines.
 */
export function readBatch(text: string): BatchLine[] {
  const rows = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '')
  const lines = rows.filter((row, index) => index > 0 || !isHeader(row.content)).map(readLine)
  const ids = countOf(lines.map(({ userId }) => userId))
  const emails = countOf(lines.map(({ email }) => email))
  return lines.map((line) => ({ ...line, fault: line.fault ?? duplicateFault(line, ids, emails) }))
}

function readLine({ line, content }: { line: number; content: string }): BatchLine {
  const cells = cellsOf(content)
  const [first = '', second = ''] = cells
  const email = second.toLowerCase()
  return {
    line,
    userId: first.toLowerCase(),
    email,
    fault: faultOf(cells, first.toLowerCase(), email),
  }
}

function faultOf(cells: string[], userId: string, email: string): LineFault | null {
  if (cells.length !== 2) return 'malformed'
  if (isId(email) && userId.includes('@')) return 'swapped'
  if (!isId(userId)) return 'bad-id'
  return address.safeParse(email).success ? null : 'bad-email'
}

function duplicateFault(
  { userId, email }: BatchLine,
  ids: Map<string, number>,
  emails: Map<string, number>,
) {
  if ((ids.get(userId) ?? 0) > 1) return 'duplicate-id'
  return (emails.get(email) ?? 0) > 1 ? 'duplicate-email' : null
}

/** A first line with words in it and neither an id nor an address. */
function isHeader(content: string): boolean {
  const cells = cellsOf(content)
  return (
    cells.length === 2 &&
    !cells.some((cell) => cell.includes('@') || isId(cell.toLowerCase()) || /\d/.test(cell))
  )
}

/** Trailing empty cells come from spreadsheets and are dropped. */
function cellsOf(content: string): string[] {
  const cells = [
    ...content.matchAll(/(?:^|[,;\t])\s*(?:"((?:[^"]|"")*)"|([^,;\t]*))\s*(?=[,;\t]|$)/g),
  ].map(([, quoted, plain]) => normalizeText(quoted?.replaceAll('""', '"') ?? plain ?? '').trim())
  while (cells.length > 2 && cells.at(-1) === '') cells.pop()
  return cells
}

function countOf(values: string[]): Map<string, number> {
  return values.reduce(
    (counts, value) => counts.set(value, (counts.get(value) ?? 0) + 1),
    new Map<string, number>(),
  )
}
