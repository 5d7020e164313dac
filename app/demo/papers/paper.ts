/** All columns but the first are right-aligned. */
export type PaperTable = { columns: string[]; rows: string[][]; total?: string[] }

export type PaperSection = { heading: string; paragraphs?: string[]; table?: PaperTable }

export type Paper = {
  title: string
  subtitle: string
  /** Label and value. */
  facts: [string, string][]
  sections: PaperSection[]
  /** Each gets a line to sign on. */
  signatures?: string[]
}
