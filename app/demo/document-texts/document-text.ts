/** All columns but the first are right-aligned. */
export type DocumentTable = { columns: string[]; rows: string[][]; total?: string[] }

export type DocumentSection = { heading: string; paragraphs?: string[]; table?: DocumentTable }

export type DocumentText = {
  title: string
  subtitle: string
  /** Label and value. */
  facts: [string, string][]
  sections: DocumentSection[]
  /** Each gets a line to sign on. */
  signatures?: string[]
}
