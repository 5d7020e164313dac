import { addDays, type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'

/** In the order in which they are shown. */
export const verificationKinds = [
  'title-deed',
  'title-search',
  'nca',
  'nema',
  'county',
  'company',
  'valuation',
  'insurance',
  'other',
] as const
export type VerificationKind = (typeof verificationKinds)[number]

export const verificationKindLabels: Record<VerificationKind, string> = {
  'title-deed': 'Title deed',
  'title-search': 'Title search',
  nca: 'NCA registration',
  nema: 'NEMA licence',
  county: 'County approval',
  company: 'Company document',
  valuation: 'Valuation',
  insurance: 'Insurance',
  other: 'Other document',
}

/** The widest first. */
export const verificationAudiences = ['public', 'investors', 'internal'] as const
export type VerificationAudience = (typeof verificationAudiences)[number]

export const verificationAudienceLabels: Record<VerificationAudience, string> = {
  public: 'Everyone',
  investors: 'Investors of the project',
  internal: 'Office only',
}

export type VerificationFile = { name: string; mediaType: string; byteSize: number }

/** What a reader may see of an item. `title` is set for other documents at least. */
export type VerificationItem = {
  id: string
  kind: VerificationKind
  title: string | null
  reference: string | null
  issuer: string | null
  issuedOn: CalendarDate | null
  /** The last day on which it is valid. */
  expiresOn: CalendarDate | null
  howToCheck: string | null
  audience: VerificationAudience
  file: VerificationFile | null
}

/** The title with the kind, or the kind alone. */
export function verificationName({ kind, title }: Pick<VerificationItem, 'kind' | 'title'>) {
  if (title === null) return verificationKindLabels[kind]
  return kind === 'other' ? title : `${verificationKindLabels[kind]}: ${title}`
}

export const expiryNoticeDays = 30

export type VerificationState = 'valid' | 'expiring' | 'expired'

/** `expired` from the day after `expiresOn`, `expiring` within thirty days of it, counted in the company's days. */
export function verificationState(
  expiresOn: CalendarDate | null,
  today: CalendarDate,
): VerificationState {
  if (expiresOn === null || isAfter(expiresOn, addDays(today, expiryNoticeDays))) return 'valid'
  return isBefore(expiresOn, today) ? 'expired' : 'expiring'
}
