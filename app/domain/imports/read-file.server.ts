import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { CsvError, parse } from 'csv-parse'
import { unzipSync } from 'fflate'
import { csvLine } from '../../values/csv.ts'
import type { GuessedEncoding } from './import-list.ts'

/** The text and its guessed encoding; or the message why it is not readable. */
export type FileText =
  | { ok: true; text: string; encoding: GuessedEncoding | null }
  | { ok: false; message: string }

const refused = (message: string) => ({ ok: false as const, message })
const begins = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, place) => bytes[place] === byte)

// biome-ignore lint/suspicious/noControlCharactersInRegex: no text holds these
const isBinary = (text: string) => /[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)

/** The text of a CSV file in any of Excel's encodings, or the first sheet of a workbook as CSV. */
export async function fileText(bytes: Uint8Array): Promise<FileText> {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return refused(
      'This workbook has a password or an old format. Save it as .xlsx without a password, or as CSV UTF-8.',
    )
  if (begins(bytes, 0x50, 0x4b, 3, 4)) return workbookText(bytes)
  const { text, encoding } = decode(bytes)
  if (isBinary(text))
    return refused(
      'This file is neither text nor a workbook. Save it as CSV UTF-8 or .xlsx and choose it again.',
    )
  return text.trim() === '' ? refused('This file is empty.') : { ok: true, text, encoding }
}

/** UTF-16 without a byte order mark: of Latin letters every second byte is zero. */
function wideWithoutMark(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 400)
  const zerosAt = (rest: number) =>
    start.filter((byte, place) => place % 2 === rest && byte === 0).length / (start.length / 2)
  if (zerosAt(1) > 0.8 && zerosAt(0) === 0) return 'utf-16le'
  return zerosAt(0) > 0.8 && zerosAt(1) === 0 ? 'utf-16be' : null
}

function decode(bytes: Uint8Array): { text: string; encoding: GuessedEncoding | null } {
  const textIn = (encoding: string) => new TextDecoder(encoding).decode(bytes)
  if (begins(bytes, 0xff, 0xfe)) return { text: textIn('utf-16le'), encoding: null }
  if (begins(bytes, 0xfe, 0xff)) return { text: textIn('utf-16be'), encoding: null }
  const wide = wideWithoutMark(bytes)
  if (wide) return { text: textIn(wide), encoding: null }
  if (isUtf8(bytes)) return { text: textIn('utf-8'), encoding: null }
  // No Western word has three such letters in a row.
  const arabic = textIn('windows-1256')
  return /\p{Script=Arabic}{3}/u.test(arabic)
    ? { text: arabic, encoding: 'windows-1256' }
    : { text: textIn('windows-1252'), encoding: 'windows-1252' }
}

const mostUnpacked = 64_000_000
const mostMemoryMb = 768
const mostMilliseconds = 60_000

/** As text, so that the bundle needs no second entry. */
const readInThread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const momentOf = (date) =>
    new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const textOf = (cell) =>
    cell === null ? '' : cell instanceof Date ? momentOf(cell).replace(' 00:00:00', '') : String(cell)
  require(workerData.reader)
    .readSheet(workerData.file, { parseNumber: (text) => Number(Number(text).toPrecision(15)) })
    .then((rows) => parentPort.postMessage(rows.map((row) => row.map(textOf))))`

/** Parsed in a thread with limits of memory and time. */
async function workbookText(bytes: Uint8Array): Promise<FileText> {
  if (!isBounded(bytes))
    return refused('This workbook is too large or damaged. Save it as CSV UTF-8.')
  const reader = createRequire(import.meta.url).resolve('read-excel-file/universal')
  const worker = new Worker(readInThread, {
    eval: true,
    execArgv: [],
    stderr: true,
    workerData: { reader, file: Uint8Array.from(bytes).buffer },
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  })
  const rows = await once(worker, 'message', {
    signal: AbortSignal.timeout(mostMilliseconds),
  }).then(
    ([sent]) => sent as string[][],
    () => null,
  )
  await worker.terminate()
  if (!rows) return refused('This workbook cannot be read. Save it again, or as CSV UTF-8.')
  if (rows.length === 0) return refused('The first sheet of this workbook is empty.')
  return { ok: true, text: rows.map(csvLine).join(''), encoding: null }
}

/** By the sizes the archive declares, which the reader enforces. */
function isBounded(bytes: Uint8Array): boolean {
  let unpacked = 0
  const filter = ({ originalSize }: { originalSize: number }) => {
    unpacked += originalSize
    return false
  }
  try {
    unzipSync(bytes, { filter })
    return unpacked <= mostUnpacked
  } catch {
    return false
  }
}

export const csvSeparators = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const
type CsvSeparator = keyof typeof csvSeparators
/** Recognised by themselves; a bar only where the text names it as its separator. */
const usualSeparators = [',', ';', '\t'] as const

/** `row` counts as a spreadsheet does: the header is 1, empty lines count. */
export type CsvRow = { row: number; cells: string[] }

/** A table, or the message why it is not one. */
export type CsvRead =
  | { ok: true; head: string[]; rows: CsvRow[]; separator: CsvSeparator }
  | { ok: false; message: string }

const faults: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'a quoted cell has text after its closing quote. Write a quote inside a cell twice.',
  INVALID_OPENING_QUOTE:
    'there is a quote inside a cell. Put quotes around the cell and write this one twice.',
}

const atATime = 65_536

/**
 * Reads comma, semicolon or tab separated values (RFC 4180), with or without a byte order mark;
 * skips empty lines. Reads back what `csvLine` writes, formula guard included.
 */
export async function readCsv(text: string): Promise<CsvRead> {
  const separatorLine = /^\uFEFF?sep=([,;\t|])\r?\n/i.exec(text)
  const content = text.slice(separatorLine?.[0].length ?? 0)
  const separator = (separatorLine?.[1] as CsvSeparator | undefined) ?? separatorOf(content)
  const bytes = Buffer.from(content)
  const slices = async function* () {
    for (let at = 0; at < bytes.length; at += atATime) {
      yield bytes.subarray(at, at + atATime)
      await setImmediate()
    }
  }
  const parser = parse({
    bom: true,
    delimiter: separator,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    // Cells copied from a spreadsheet contain unescaped quotes.
    relax_quotes: separator === '\t',
  })
  const lines: CsvRow[] = []
  let row = 0
  try {
    for await (const cells of Readable.from(slices()).pipe(parser) as AsyncIterable<string[]>) {
      row += 1
      if (cells.some((cell) => cell.trim() !== ''))
        lines.push({ row, cells: cells.map(withoutGuard) })
    }
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault
    const why = faults[fault.code] ?? 'its cells cannot be separated.'
    return refused(`Row ${Number(fault.records) + 1}: ${why}`)
  }
  const [head, ...rows] = lines
  return head ? { ok: true, head: head.cells, rows, separator } : refused('This file has no rows.')
}

/** The apostrophe that exports put before formulas. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

/** The separator that divides the first line into most cells; otherwise a comma. */
function separatorOf(text: string): CsvSeparator {
  const [head = ''] = text
    .slice(0, atATime)
    .trimStart()
    .split(/[\r\n]/, 1)
  const cells = (separator: CsvSeparator) => head.split(separator).length
  return usualSeparators.reduce<CsvSeparator>(
    (best, next) => (cells(next) > cells(best) ? next : best),
    ',',
  )
}
