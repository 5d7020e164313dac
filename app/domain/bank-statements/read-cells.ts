import type { DayOrder } from '../imports/import-list.ts'
import { type DecimalStyle, isBlankAmount, readAmount } from './amounts.ts'
import type { SheetRow } from './columns.ts'
import { StatementRefused } from './draft-line.ts'
import { type Moment, readMoment } from './moments.ts'

const shown = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

export const daysSwapped =
  'Day and month are swapped. A spreadsheet may have saved this file: download it again.'

/** Reads the cells of one file, which writes its amounts in one way, and refuses what can be read in two. */
export class CellReader {
  readonly #lastLine: number
  #style: DecimalStyle = null

  readonly #last: SheetRow | undefined

  constructor(rows: readonly SheetRow[]) {
    this.#last = rows.at(-1)
    this.#lastLine = this.#last?.row ?? 0
  }

  /** Refuses a last row that ends before the last of these columns. */
  refuseShortEnd(columns: readonly number[]): void {
    if (this.#last && this.#last.cells.length <= Math.max(...columns))
      this.refuse(this.#lastLine, 'The row ends before its last column.')
  }

  /** Refuses the file with its line; the last line of a file is probably cut. */
  refuse(line: number, problem: string, mayBeCut = true): never {
    const why =
      mayBeCut && line === this.#lastLine ? ' The file may end too early: download it again.' : ''
    throw new StatementRefused(`Line ${line}: ${problem}${why}`, line)
  }

  /** The amount in hundredths, zero for an empty cell. */
  amount(line: number, text: string, heading: string): bigint {
    if (isBlankAmount(text)) return 0n
    const amount = readAmount(text)
    if (!amount)
      this.refuse(
        line,
        `${shown(text)} under “${heading}” is not a clear amount. Write it like 1,250.00.`,
      )
    if (amount.style && this.#style && amount.style !== this.#style)
      this.refuse(
        line,
        `${shown(text)} uses points and commas the other way round from the amounts before it.`,
        false,
      )
    this.#style ??= amount.style
    return amount.minor
  }

  /** The amount, or null for an empty cell. */
  optionalAmount(line: number, text: string, heading: string): bigint | null {
    return isBlankAmount(text) ? null : this.amount(line, text, heading)
  }

  moment(line: number, text: string, order: DayOrder = 'day-first'): Moment {
    const moment = readMoment(text, order)
    if (moment) return moment
    if (text === '') this.refuse(line, 'The date is missing.')
    const example = order === 'day-first' ? 'day/month/year' : 'month/day/year'
    this.refuse(line, `${shown(text)} is not a date, read as ${example}.`)
  }
}
