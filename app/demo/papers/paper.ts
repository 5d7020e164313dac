/** Columns of words and figures; all but the first stand to the right. */
export type PaperTable = { columns: string[]; rows: string[][]; total?: string[] }

export type PaperSection = { heading: string; paragraphs?: string[]; table?: PaperTable }

/** What stands on a document, before it is set. */
export type Paper = {
  title: string
  subtitle: string
  /** Label and value, a line each. */
  facts: [string, string][]
  sections: PaperSection[]
  /** Who signs, with a line each to sign on. */
  signatures?: string[]
}
