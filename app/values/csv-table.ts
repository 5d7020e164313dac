/** What may stand between the cells of a line, with the word for it. */
export const csvSeparators = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const
/** The character that parts the cells of one file. */
export type CsvSeparator = keyof typeof csvSeparators

/** One line of a file with its number as a spreadsheet counts: the head is 1, empty lines count. */
export type CsvRow = { row: number; cells: string[] }

/** A file as a table, or the sentence that says why it is none. */
export type CsvRead =
  | { ok: true; head: string[]; rows: CsvRow[]; separator: CsvSeparator }
  | { ok: false; message: string }

/**
 * Reads a file of comma-separated values (RFC 4180), with a byte order mark or without, any line ends, and semicolons or
 * tabs in place of commas: what parts the head into most cells is meant. Lines without anything in them are left out. What
 * `csvLine` writes reads back as it was, its guard against formulas included.
 */
export function readCsv(text: string): CsvRead {
  const whole = text.replace(/^\uFEFF/, '')
  // Excel's own way to say it, which it does not count as a line.
  const said = /^sep=([,;\t])\r?\n/i.exec(whole)
  const separator = (said?.[1] as CsvSeparator | undefined) ?? separatorOf(whole)
  const lines: CsvRow[] = []
  let row = 0
  let at = said ? said[0].length : 0
  while (at < whole.length) {
    row += 1
    const line = readLine(whole, at, separator)
    if ('fault' in line) return { ok: false, message: `Row ${row}: ${line.fault}` }
    if (line.cells.some((cell) => cell.trim() !== '')) lines.push({ row, cells: line.cells })
    at = line.end
  }
  const [head, ...rows] = lines
  if (!head) return { ok: false, message: 'There is nothing in it.' }
  return { ok: true, head: head.cells, rows, separator }
}

/** What parts the first line that has anything into most cells; a comma when nothing does. */
function separatorOf(text: string): CsvSeparator {
  const start = text.length - text.trimStart().length
  const cells = (separator: CsvSeparator) => {
    const line = readLine(text, start, separator)
    return 'fault' in line ? 0 : line.cells.length
  }
  const kinds = Object.keys(csvSeparators) as CsvSeparator[]
  return kinds.reduce((best, next) => (cells(next) > cells(best) ? next : best))
}

type Line = { cells: string[]; end: number } | { fault: string }

function readLine(text: string, from: number, separator: CsvSeparator): Line {
  const cells: string[] = []
  let at = from
  for (;;) {
    const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, separator)
    if ('fault' in cell) return cell
    cells.push(withoutGuard(cell.content))
    if (text[cell.end] !== separator) return ended(text, cells, cell.end)
    at = cell.end + 1
  }
}

/** A line ends after its last cell, or what stands there belongs to none. */
function ended(text: string, cells: string[], end: number): Line {
  const [lineEnd] = /^(?:\r\n|\r|\n|$)/.exec(text.slice(end, end + 2)) ?? []
  if (lineEnd !== undefined) return { cells, end: end + lineEnd.length }
  return {
    fault: 'a cell in quotes goes on after its closing quote. Write a quote inside a cell twice.',
  }
}

type Cell = { content: string; end: number } | { fault: string }

function readQuoted(text: string, from: number): Cell {
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return { fault: 'a quote is opened and never closed.' }
    if (text[quote + 1] !== '"') {
      return { content: text.slice(from + 1, quote).replaceAll('""', '"'), end: quote + 1 }
    }
    at = quote + 2
  }
}

function readPlain(text: string, from: number, separator: CsvSeparator): Cell {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r')
    end += 1
  return { content: text.slice(from, end), end }
}

/** The apostrophe that an export puts before what would be computed. */
function withoutGuard(content: string): string {
  return /^'[=+\-@\t\r\n＝＋－＠]/.test(content) ? content.slice(1) : content
}
