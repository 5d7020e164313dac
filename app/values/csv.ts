import type { Cents } from './money.ts'

/** Excel takes a file without it for Latin-1 and spoils names. */
const byteOrderMark = '\uFEFF'

/** The first line of a file: the names of its columns, after the mark by which spreadsheets know UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `${byteOrderMark}${csvLine(columns)}`
}

/**
 * One line of a file, ended by CRLF; what is null is an empty cell. Quoted where RFC 4180 asks for it, and where a sign is
 * that some program takes for the end of a cell: what follows would begin the next one, like a formula perhaps.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((text) => cellOf(text ?? '')).join(',')}\r\n`
}

/** An amount for a file: `1250.00`, `-5.00`. Always with its cents, without signs that a program would have to take off. */
export function csvAmount(amount: Cents): string {
  const size = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}

/**
 * A spreadsheet computes what begins like a formula, so such text gets an apostrophe in front (OWASP, CSV injection). A
 * negative number stays a number.
 */
function cellOf(text: string): string {
  const isNumber = /^-\d+(\.\d+)?$/.test(text)
  const plain = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber ? `'${text}` : text
  return /[",;|\t\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
