/** What stands on every paper of one kind: who issues it, what it is called, and where and by which code it is checked. */
export type PaperFrame = {
  title: string
  /** At the right of the head: `Receipt number`, `R-2026-000001`. */
  label: string
  name: string
  issuer: { name: string; brand: string; contact: string[] }
  code: string
  /** Where a code is typed in, and the address of this paper's own answer. */
  verify: { page: string; address: string }
  /** A word across the sheet, and why: it was voided or replaced. */
  stamp: { word: string; reason: string } | null
  fingerprint: string
  issuedAt: Date
}

/** One row of a table: a day, what it was, and figures, which stand at the right. */
export type PaperRow = { cells: string[]; note?: string | null; strong?: boolean }

type LabelAndValue = [label: string, value: string]

/** All that a paper says, from top to bottom. Its page on the screen is made of the same. */
export type PaperSheet = {
  frame: PaperFrame
  sum: { title: string; figure: string; sentence: string }
  facts: LabelAndValue[]
  figures: LabelAndValue[]
  tables: { heading: string; head: string[]; rows: PaperRow[]; whenEmpty: string }[]
  notes: string[]
}
