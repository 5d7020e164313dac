import { accountLabels } from '../../domain/company/account-codes.ts'

const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  registrationNumber: 'Registration number',
  taxPin: 'Tax PIN',
  register: 'Register of companies',
  registerUrl: 'Address of the register',
  regulator: 'Regulator',
  licence: 'Licence number',
  licenceUrl: 'Where to check the licence',
  auditors: 'Auditors',
  bank: 'Bank',
  brand: 'Brand',
  foundedYear: 'Founded',
  motto: 'Motto',
  blurb: 'Footer text',
  riskWarning: 'Risk warning',
  headline: 'Headline',
  tagline: 'Tagline',
  about: 'About us',
  contactEmail: 'General email',
  supportEmail: 'Support email',
  phone: 'Phone',
  phoneRegion: 'Country of phone numbers',
  whatsapp: 'WhatsApp number',
  answerTime: 'Answer time',
  'social.linkedin': 'LinkedIn',
  'social.twitter': 'Twitter',
  'social.instagram': 'Instagram',
  'figures.properties': 'Properties',
  'figures.invested': 'Invested',
  'figures.satisfaction': 'Client satisfaction',
  offices: 'Offices',
  hours: 'Opening hours',
  testimonials: 'Testimonials',
  'reminders.before': 'Days before the due date',
  'reminders.after': 'Days after the due date',
  ...Object.fromEntries(
    Object.entries(accountLabels).map(([name, label]) => [`accountCodes.${name}`, label]),
  ),
}

export function labelOf(name: string): string {
  return labels[name] ?? name
}

export const sectionTitles = {
  logo: 'Logo',
  accounts: 'Payment accounts',
  company: 'Company',
  checks: 'How to check us',
  directors: 'Directors',
  legal: 'Privacy and terms',
  landing: 'Landing page',
  contacts: 'How to reach us',
  offices: 'Offices and hours',
  social: 'Social links',
  figures: 'Figures on the landing page',
  testimonials: 'Testimonials',
  reminders: 'Payment reminders',
  codes: 'Account codes',
} as const

export type SectionId = keyof typeof sectionTitles

const sectionsByName: Readonly<Record<string, SectionId>> = {
  register: 'checks',
  registerUrl: 'checks',
  regulator: 'checks',
  licence: 'checks',
  licenceUrl: 'checks',
  auditors: 'checks',
  bank: 'checks',
  headline: 'landing',
  tagline: 'landing',
  about: 'landing',
  contactEmail: 'contacts',
  supportEmail: 'contacts',
  phone: 'contacts',
  phoneRegion: 'contacts',
  whatsapp: 'contacts',
  answerTime: 'contacts',
  offices: 'offices',
  hours: 'offices',
  social: 'social',
  figures: 'figures',
  testimonials: 'testimonials',
  reminders: 'reminders',
  accountCodes: 'codes',
}

/** The section that holds a field, also for paths such as `social.twitter`. */
export function sectionOf(field: string): SectionId {
  return sectionsByName[field.split('.', 1)[0] ?? ''] ?? 'company'
}
