import type { AccountCodes } from './account-codes.ts'
import type { ReminderDays } from './reminder-days.ts'

/** The company's settings, edited by administrators. Screens and emails take names, numbers and addresses from here. */
export type Company = {
  name: string
  /** Null until set; on receipts and statements. */
  registrationNumber: string | null
  taxPin: string | null
  /** For the page that tells how to check the company; null is left out of it. */
  register: string | null
  registerUrl: string | null
  regulator: string | null
  licence: string | null
  licenceUrl: string | null
  auditors: string | null
  bank: string | null
  brand: string
  /** Null or empty until set; public pages then leave it out. */
  foundedYear: number | null
  headline: string
  tagline: string
  /** The large line in the footer of every public page. */
  motto: string
  blurb: string
  about: string
  /** Shown with every offer. */
  riskWarning: string
  /** Null until set; a no-reply sender is never offered as a contact. */
  contactEmail: string | null
  supportEmail: string | null
  /** Formatted: `+254 20 000 0000`. */
  phone: string | null
  /** The country of phone numbers without a country code. */
  phoneRegion: string
  /** Digits with the country code, as chat links need them. */
  whatsapp: string | null
  offices: Office[]
  hours: OpeningHours[]
  /** Such as *within one working day*; in the portal and on receipts and statements. */
  answerTime: string
  social: Social
  /** Null until set; the page then shows none. */
  figures: MarketingFigures | null
  /** In page order; marked as samples in a demo. */
  testimonials: Testimonial[]
  accountCodes: AccountCodes
  reminders: ReminderDays
}

/** Whether the company has described itself. Until then public pages make no claims in its name. */
export function isDescribed({ about }: Pick<Company, 'about'>): boolean {
  return about !== ''
}

/** Signed by role and place: `Investor, Nairobi`. */
export type Testimonial = { quote: string; signedBy: string }

export type Office = { city: string; address: string }

export type OpeningHours = { days: string; open: string }

/** The icon of an unset address has no link. */
export type Social = { linkedin: string | null; twitter: string | null; instagram: string | null }

/** Marketing texts such as `50+`, not computed. */
export type MarketingFigures = { properties: string; invested: string; satisfaction: string }
