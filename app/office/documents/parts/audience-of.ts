import type { DocumentAudience } from '../../../domain/documents/document.ts'

/** Whom a document is for, in a line; `investor` is the name of the only person. */
export function audienceOf(audience: DocumentAudience, investor: string | null): string {
  switch (audience) {
    case 'investor':
      return `For ${investor} only`
    case 'administrators':
      return 'For administrators only'
    case 'project':
      return 'For investors of the project'
    default:
      return audience satisfies never
  }
}
