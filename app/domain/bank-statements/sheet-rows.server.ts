import { fileText, readCsv } from '../imports/read-file.server.ts'
import type { SheetRow } from './columns.ts'
import { StatementRefused } from './draft-line.ts'

const mostBytes = 30_000_000

const statementKinds = 'Upload the statement as CSV, Excel (.xlsx), MT940 or CAMT.053.'

/** Files that are often chosen instead of a statement. */
const otherFiles: [pattern: RegExp, name: string][] = [
  [/^\s*[[{]\s*(["{[]|[\]}]\s*$)/, 'a notification or other data (JSON)'],
  [/^%PDF-/, 'a PDF'],
  [/^\s*(<\?xml[^>]*>\s*)?(<\?mso-[^>]*>\s*)?<(\w+:)?Workbook\b/, 'an old Excel format (XML)'],
  [/^\{\\rtf/, 'a text document (RTF)'],
  [/^(BEGIN:|From: |MIME-Version:)/i, 'an email or a calendar'],
]

function refuseOtherFiles(text: string): void {
  const [, name] = otherFiles.find(([pattern]) => pattern.test(text.slice(0, 2000))) ?? []
  if (name) throw new StatementRefused(`This file is ${name}, not a statement. ${statementKinds}`)
}

const isPdf = (bytes: Uint8Array) =>
  Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'

/** Excel before 1997 wrote its sheets without a container. */
const isOldExcel = ([first, second]: Uint8Array) =>
  first === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(second ?? -1)

/** The text of a file in any of Excel's encodings, of a workbook as CSV. Throws `StatementRefused`. */
export async function statementText(bytes: Uint8Array): Promise<string> {
  if (bytes.length > mostBytes)
    throw new StatementRefused('This file is larger than 30 MB. Choose a shorter period.')
  if (isPdf(bytes)) refuseOtherFiles('%PDF-')
  if (isOldExcel(bytes))
    throw new StatementRefused(
      'This workbook has an old format. Save it as .xlsx, or as CSV UTF-8.',
    )
  const file = await fileText(bytes)
  if (!file.ok) throw new StatementRefused(file.message)
  refuseOtherFiles(file.text)
  return file.text
}

const separators = [',', ';', '\t', '|'] as const

/**
 * Statements begin with lines about the account, and texts and amounts have commas. What divides cells is as often in each
 * line of the table.
 */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 65_536)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, 40)
  const cellsIn = (separator: string) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    return Math.max(
      ...counts.map((count) => count * counts.filter((other) => other === count).length),
    )
  }
  return separators.reduce<string>(
    (best, next) => (cellsIn(next) > cellsIn(best) ? next : best),
    ',',
  )
}

/** The rows of a CSV text, or of the first table in a web page that was saved as .xls. Throws `StatementRefused`. */
export async function sheetRows(text: string): Promise<SheetRow[]> {
  if (/^\s*<(!doctype html|html|head|meta|table)\b/i.test(text)) return tableRows(text)
  const named = /^\uFEFF?sep=/i.test(text) ? text : `sep=${separatorOf(text)}\n${text}`
  const read = await readCsv(named)
  if (!read.ok)
    throw new StatementRefused(
      /never closed/.test(read.message)
        ? 'The file ends within a cell. It may be cut off: download it again.'
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
  if (rows.length === 0)
    throw new StatementRefused(`This file is a web page without a table. ${statementKinds}`)
  if (!/<\/table/i.test(rows.at(-1) ?? ''))
    throw new StatementRefused(
      'The table in this file does not end. It may be cut off: download it again.',
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
