import { folded } from '../../values/folded.ts'

/** The types a document may have, in the order they are offered; the first is preselected. */
export const documentTypes = ['legal', 'financial', 'tax', 'report', 'project'] as const
export type DocumentType = (typeof documentTypes)[number]

/** What one document of a type is called. */
export const documentTypeLabels: Record<DocumentType, string> = {
  legal: 'Legal Document',
  financial: 'Financial Report',
  tax: 'Tax Document',
  report: 'Progress Report',
  project: 'Project Document',
}

/** What all documents of a type are called. */
export const documentTypePlurals: Record<DocumentType, string> = {
  legal: 'Legal Documents',
  financial: 'Financial Reports',
  tax: 'Tax Documents',
  report: 'Progress Reports',
  project: 'Project Documents',
}

/** Who a document is for. Without a project and without a person only administrators see it. */
export type DocumentAudience = 'project' | 'investor' | 'administrators'

/** The type named in an address; null for none, or for a word that is no type. */
export function documentTypeOf(word: string | null): DocumentType | null {
  return documentTypes.find((type) => type === word) ?? null
}

/** The types whose label has these words in it, as search does: beginnings of words below three characters. */
export function typesMatching(words: string): DocumentType[] {
  const wanted = folded(words).trim()
  if (wanted === '') return []
  return documentTypes.filter((type) => {
    const label = documentTypeLabels[type].toLowerCase()
    return Array.from(wanted).length < 3
      ? label.split(' ').some((word) => word.startsWith(wanted))
      : label.includes(wanted)
  })
}
