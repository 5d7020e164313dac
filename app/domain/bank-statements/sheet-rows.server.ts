import { fileText, readCsv } from '../imports/read-file.server.ts'
import type { SheetRow } from './columns.ts'
import { StatementRefused } from './draft-line.ts'

const mostBytes = 30_000_000

/** The text of a file in any of Excel's encodings, of a workbook as CSV. Throws `StatementRefused`. */
export async function statementText(bytes: Uint8Array): Promise<string> {
  if (bytes.length > mostBytes)
    throw new StatementRefused('This file is larger than 30 MB. Choose a shorter period.')
  const file = await fileText(bytes)
  if (!file.ok) throw new StatementRefused(file.message)
  return file.text
}

const separators = [',', ';', '\t'] as const

/** Statements begin with lines about the account, so the first alone does not show what divides cells. */
function separatorOf(text: string): string {
  const start = text
    .slice(0, 65_536)
    .split(/\r\n|\n|\r/)
    .slice(0, 40)
    .join('\n')
  const count = (separator: string) => start.split(separator).length
  return separators.reduce<string>((best, next) => (count(next) > count(best) ? next : best), ',')
}

/** The rows of a CSV text, or of the first table in a web page that was saved as .xls. Throws `StatementRefused`. */
export async function sheetRows(text: string): Promise<SheetRow[]> {
  if (/^\s*<(!doctype html|html|head|meta|table)\b/i.test(text)) return tableRows(text)
  const named = /^\uFEFF?sep=/i.test(text) ? text : `sep=${separatorOf(text)}\n${text}`
  const read = await readCsv(named)
  if (!read.ok)
    throw new StatementRefused(
      /never closed/.test(read.message)
        ? 'The file ends within a cell. It may be cut: download it again.'
        : read.message,
    )
  return [{ row: 1, cells: read.head }, ...read.rows]
}

const escapes: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d{1,6})|(\w{2,6}));/g, (whole, number, name) =>
      number ? String.fromCodePoint(Number(number)) : (escapes[name] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .trim()

function tableRows(html: string): SheetRow[] {
  const rows = html.split(/<tr\b/i).slice(1)
  if (!/<\/table/i.test(rows.at(-1) ?? ''))
    throw new StatementRefused(
      'The table in this file does not end. It may be cut: download it again.',
    )
  return rows
    .map((row, index) => ({
      row: index + 1,
      cells: (row.split(/<\/tr/i)[0] ?? '')
        .split(/<t[dh]\b[^>]*>/i)
        .slice(1)
        .map(plain),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}
