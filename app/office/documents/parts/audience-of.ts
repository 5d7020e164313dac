import type { DocumentAudience } from '../../../domain/documents/document.ts'

/** `investor` is the name of the only recipient. */
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
