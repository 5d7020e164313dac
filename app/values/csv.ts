import type { Cents } from './money.ts'

/** Without it Excel reads Latin-1. */
const byteOrderMark = '\uFEFF'

/** The header line, after the byte order mark. */
export function csvHead(columns: readonly string[]): string {
  return `${byteOrderMark}${csvLine(columns)}`
}

/** One line, ended by CRLF; null is an empty cell. Quoted where RFC 4180 or any program's separator requires it. */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((text) => cellOf(text ?? '')).join(',')}\r\n`
}

/** An amount with cents and no separators: `1250.00`, `-5.00`. */
export function csvAmount(amount: Cents): string {
  const size = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}

/** An apostrophe keeps spreadsheets from running formulas (OWASP, CSV injection). Negative numbers stay. */
function cellOf(text: string): string {
  const isNumber = /^-\d+(\.\d+)?$/.test(text)
  const plain = /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber ? `'${text}` : text
  return /[",;|\t\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
