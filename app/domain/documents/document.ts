import { folded } from '../../values/folded.ts'

/** In the order they are offered; the first is preselected. */
export const documentTypes = ['legal', 'financial', 'tax', 'report', 'project'] as const
export type DocumentType = (typeof documentTypes)[number]

export const documentTypeLabels: Record<DocumentType, string> = {
  legal: 'Legal Document',
  financial: 'Financial Report',
  tax: 'Tax Document',
  report: 'Progress Report',
  project: 'Project Document',
}

export const documentTypePlurals: Record<DocumentType, string> = {
  legal: 'Legal Documents',
  financial: 'Financial Reports',
  tax: 'Tax Documents',
  report: 'Progress Reports',
  project: 'Project Documents',
}

/** Without project and investor, administrators only. */
export type DocumentAudience = 'project' | 'investor' | 'administrators'

/** The type named in an address; otherwise null. */
export function documentTypeOf(word: string | null): DocumentType | null {
  return documentTypes.find((type) => type === word) ?? null
}

/** The types whose label matches, by the rules of every search. */
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
