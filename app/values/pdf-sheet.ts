/** What all issued documents of one kind share: issuer, title, and how they are verified. */
export type PdfFrame = {
  title: string
  /** In the header: `Receipt number`, `R-2026-000001`. */
  label: string
  name: string
  issuer: { name: string; brand: string; contact: string[] }
  code: string
  /** The page to type the code in, and this document's own verification address; null without a code. */
  verify: { page: string; address: string } | null
  /** For a voided or replaced document. */
  stamp: { word: string; reason: string } | null
  fingerprint: string
  issuedAt: Date
}

/** A table row: day, description and right-aligned figures. */
export type PdfRow = { cells: string[]; note?: string | null; strong?: boolean }

type LabelAndValue = [label: string, value: string]

/** A document's content from top to bottom, for page and PDF. */
export type PdfSheet = {
  frame: PdfFrame
  sum: { title: string; figure: string; sentence: string }
  facts: LabelAndValue[]
  figures: LabelAndValue[]
  tables: { heading: string; head: string[]; rows: PdfRow[]; whenEmpty: string }[]
  notes: string[]
}
