import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { CsvError, parse } from 'csv-parse'
import { parse as parseNow } from 'csv-parse/sync'
import { unzipSync } from 'fflate'
import { csvLines } from '../../values/csv.ts'
import { type GuessedEncoding, guessedEncodings } from './import-list.ts'

/** A file as text, with its encoding where that was guessed; or the sentence for why it is none. */
export type FileText =
  | { ok: true; text: string; encoding: GuessedEncoding | null }
  | { ok: false; message: string }

const refused = (message: string) => ({ ok: false as const, message })
const begins = (bytes: Uint8Array, ...start: number[]) =>
  start.every((byte, place) => bytes[place] === byte)

/** The text of a file: CSV in any encoding of Excel's, or the first sheet of a workbook as CSV. */
export async function fileText(bytes: Uint8Array): Promise<FileText> {
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return refused(
      'This workbook has a password or an old format. Save it as .xlsx without a password, or as CSV UTF-8.',
    )
  if (begins(bytes, 0x50, 0x4b, 3, 4)) return workbookText(bytes)
  const text = decode(bytes)
  if (!text)
    return refused(
      'This file is neither text nor a workbook. Save it as CSV UTF-8 or .xlsx and choose it again.',
    )
  return text.text.trim() === '' ? refused('This file is empty.') : { ok: true, ...text }
}

const mostUnpacked = 64_000_000
const mostMemoryMb = 768
const mostSeconds = 60

/** What the thread runs: plain text, so that the bundle needs no second entry. */
const readInThread = `
  const { parentPort, workerData } = require('node:worker_threads')
  const textOf = (cell) =>
    cell === null ? '' : cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
  require(workerData.reader)
    .readSheet(workerData.file, { parseNumber: (text) => Number(Number(text).toPrecision(15)) })
    .then((rows) => parentPort.postMessage(rows.map((row) => row.map(textOf))))`

/** Rows of the first sheet, read in a thread with a limit of memory and time, so that nothing else waits for it. */
async function workbookText(bytes: Uint8Array): Promise<FileText> {
  if (!isBounded(bytes))
    return refused('This workbook is too large or damaged. Save it as CSV UTF-8.')
  const reader = createRequire(import.meta.url).resolve('read-excel-file/universal')
  const worker = new Worker(readInThread, {
    ...{ eval: true, execArgv: [], stderr: true },
    workerData: { reader, file: Uint8Array.from(bytes).buffer },
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  })
  const timer = setTimeout(() => void worker.terminate(), mostSeconds * 1000)
  const rows = await new Promise<string[][] | null>((done) => {
    worker.once('message', done)
    worker.once('error', () => done(null))
    worker.once('exit', () => done(null))
  })
  clearTimeout(timer)
  await worker.terminate()
  if (!rows) return refused('This workbook cannot be read. Save it again, or as CSV UTF-8.')
  if (rows.length === 0) return refused('The first sheet of this workbook is empty.')
  return { ok: true, text: csvLines(rows), encoding: null }
}

/** By what the archive says of itself; the reader gives each part only the room that is said there. */
function isBounded(bytes: Uint8Array): boolean {
  let unpacked = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        unpacked += originalSize
        return false
      },
    })
  } catch {
    return false
  }
  return unpacked <= mostUnpacked
}

/** Null for what no text holds. */
function decode(bytes: Uint8Array): { text: string; encoding: GuessedEncoding | null } | null {
  const text = textIn(bytes, begins(bytes, 0xff, 0xfe) ? 'utf-16le' : unicodeOf(bytes))
  if (text !== null) return isText(text) ? { text, encoding: null } : null
  const byteText = (Object.keys(guessedEncodings) as GuessedEncoding[]).map((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes)
    return { text, encoding, score: plausibility(text.slice(0, 200_000)) }
  })
  const [best] = byteText.toSorted((a, b) => b.score - a.score)
  return best && isText(best.text) ? { text: best.text, encoding: best.encoding } : null
}

/** UTF-16 without its mark has a zero in every other byte of plain letters. */
function unicodeOf(bytes: Uint8Array): string {
  const start = bytes.subarray(0, 2000)
  const zeros = [0, 1].map((side) => start.filter((byte, at) => byte === 0 && at % 2 === side))
  const [even = 0, odd = 0] = zeros.map(({ length }) => length)
  if (begins(bytes, 0xfe, 0xff) || even > start.length / 4) return 'utf-16be'
  return odd > start.length / 4 ? 'utf-16le' : 'utf-8'
}

function textIn(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (fault) {
    if (fault instanceof TypeError) return null
    throw fault
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: no text holds these
const isText = (text: string) => !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)

const [arabic, latin] = [/\p{Script=Arabic}/u, /\p{Script=Latin}/u]

/** How well the letters beyond ASCII fit the ones around them. */
function plausibility(text: string): number {
  const letters = text.matchAll(/(?<=(.|^))([^\p{ASCII}])(?=(.|$))/gsu)
  return [...letters].reduce(
    (score, [, before = '', letter = '', after = '']) => score + fitOf(before, letter, after),
    0,
  )
}

function fitOf(before: string, letter: string, after: string): number {
  const around = before + after
  if (arabic.test(letter)) return latin.test(around) ? -1 : Number(arabic.test(around))
  if (/\p{Ll}/u.test(letter)) return Number(latin.test(before))
  if (/\p{Lu}/u.test(letter)) return /\p{Ll}/u.test(before) ? -1 : 1
  // Other signs do not stand inside a word, but for the apostrophe of Ng’ethe.
  if (!/^\p{L}{2}$/u.test(around)) return 0
  return letter === '’' ? 1 : -1
}

/** What may stand between the cells of a line, with the word for it. */
export const csvSeparators = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const
type CsvSeparator = keyof typeof csvSeparators

/** One line of a file with its number as a spreadsheet counts: the head is 1, empty lines count. */
export type CsvRow = { row: number; cells: string[] }

/** A file as a table, or the sentence for why it is none. */
export type CsvRead =
  | { ok: true; head: string[]; rows: CsvRow[]; separator: CsvSeparator }
  | { ok: false; message: string }

const faults: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote is opened and never closed.',
  CSV_INVALID_CLOSING_QUOTE:
    'a cell in quotes goes on after its closing quote. Write a quote inside a cell twice.',
  INVALID_OPENING_QUOTE:
    'a quote stands inside a cell. Put quotes around the cell and write this one twice.',
}

const lineEnds = ['\r\n', '\n', '\r']
const atATime = 65_536

/**
 * Reads comma-separated values (RFC 4180), with a byte order mark or without, any line ends, and semicolons or tabs in
 * place of commas: the separator of Excel's own first line, or what divides the head into most cells. Empty lines are left
 * out. What `csvLines` writes reads back as it was, its guard against formulas included. Others get their turn meanwhile.
 */
export async function readCsv(text: string): Promise<CsvRead> {
  const said = /^\uFEFF?sep=([,;\t])\r?\n/i.exec(text)
  const separator = (said?.[1] as CsvSeparator | undefined) ?? separatorOf(text)
  const bytes = Buffer.from(said ? text.slice(said[0].length) : text)
  const slices = async function* () {
    for (let at = 0; at < bytes.length; at += atATime) {
      yield bytes.subarray(at, at + atATime)
      await setImmediate()
    }
  }
  const parser = parse({
    ...{ bom: true, delimiter: separator, record_delimiter: lineEnds, relax_column_count: true },
    // What is copied out of a spreadsheet has quotes as they are.
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
    return refused(
      `Row ${Number(fault.records) + 1}: ${faults[fault.code] ?? 'its cells cannot be told apart.'}`,
    )
  }
  const [head, ...rows] = lines
  return head ? { ok: true, head: head.cells, rows, separator } : refused('There is nothing in it.')
}

/** The apostrophe that an export puts before what would be computed. */
const withoutGuard = (cell: string) => (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell)

/** What divides the first line that has anything into most cells; a comma when nothing does. */
function separatorOf(text: string): CsvSeparator {
  const start = text.trimStart().slice(0, atATime)
  const cells = (delimiter: CsvSeparator): number => {
    try {
      const options = { delimiter, to: 1, record_delimiter: lineEnds, relax_quotes: true }
      return parseNow(start, options)[0]?.length ?? 0
    } catch (fault) {
      if (fault instanceof CsvError) return 0
      throw fault
    }
  }
  const kinds = Object.keys(csvSeparators) as CsvSeparator[]
  return kinds.reduce((best, next) => (cells(next) > cells(best) ? next : best))
}
