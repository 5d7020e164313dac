import type { VerificationItem } from '../../../../domain/verification/verification-item.ts'

const labels: Record<string, string> = {
  kind: 'Document',
  title: 'Title',
  reference: 'Reference number',
  issuer: 'Issued by',
  issuedOn: 'Issued on',
  expiresOn: 'Expires on',
  howToCheck: 'How to check it yourself',
  audience: 'Who can see it',
}
export const labelOf = (name: string): string => labels[name] ?? name

/** The values of an item as its form holds them. */
export function fieldsOf(entry: VerificationItem): Record<string, string> {
  return {
    kind: entry.kind,
    title: entry.title ?? '',
    reference: entry.reference ?? '',
    issuer: entry.issuer ?? '',
    issuedOn: entry.issuedOn ?? '',
    expiresOn: entry.expiresOn ?? '',
    howToCheck: entry.howToCheck ?? '',
    audience: entry.audience,
  }
}
