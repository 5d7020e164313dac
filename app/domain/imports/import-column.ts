/** One column of a file: its heading, other headings it goes by, and what belongs there. */
export type ImportColumn = {
  field: string
  name: string
  also?: readonly string[]
  required?: true
  isDay?: true
  says: string
  example: string
}

/** The columns of a file: those that are read, and those of an export that are not. */
export type ImportColumns = { columns: readonly ImportColumn[]; notRead: readonly string[] }

/** How a day is written in a file, for the explanation of a column. */
export const dayExamples = 'like 2026-03-31 or 31/03/2026'
/** How an amount is written in a file, for the explanation of a column. */
export const amountExamples = 'like 1250 or 1,250.00'
