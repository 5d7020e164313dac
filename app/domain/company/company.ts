/**
 * What the property group says of itself in public: one settings value that admins edit. Screens and mails take every
 * name, number and address of the company from here and repeat none of them.
 */
export type Company = {
  /** The registered name, for the small print and for documents. */
  name: string
  /** The everyday name, in headings. */
  brand: string
  /** Null, like an empty text below, until an administrator has set it: the public pages leave it out. */
  foundedYear: number | null
  /** The headline of the landing page, of at most eight words. */
  headline: string
  /** The sentence under the headline of the landing page. */
  tagline: string
  /** The large line in the footer of every public page, and what the company does, in one sentence. */
  motto: string
  blurb: string
  /** Who it is, in a few sentences, for the landing page. */
  about: string
  /** What every offer must be read with. */
  riskWarning: string
  /** Null until an administrator has set one: a sender that no one reads is never offered. */
  contactEmail: string | null
  supportEmail: string | null
  /** As people read it, with spaces: `+254 20 000 0000`; null until there is one. */
  phone: string | null
  /** The country, by its two letters, of phone numbers that are written without a country code. */
  phoneRegion: string
  /** Digits with the country code, as a chat link wants them; null without a WhatsApp number. */
  whatsapp: string | null
  offices: Office[]
  hours: OpeningHours[]
  social: Social
  /** Null until someone vouches for them; the page then shows none. */
  figures: MarketingFigures | null
  /** What investors said, in the order of the landing page; marked as samples while this is a demo. */
  testimonials: Testimonial[]
}

/** Whether the company has said who it is. Until then the public pages make no claims in its name. */
export function isDescribed({ about }: Pick<Company, 'about'>): boolean {
  return about !== ''
}

/** A quotation, signed by role and place: `Investor, Nairobi`. */
export type Testimonial = { quote: string; signedBy: string }

/** Where visitors are received. */
export type Office = { city: string; address: string }

/** When someone answers: `Mon-Fri`, `9:00-5:00`, in the words to be shown. */
export type OpeningHours = { days: string; open: string }

/** Addresses of the company's pages; one that is not set shows its icon and goes nowhere. */
export type Social = { linkedin: string | null; twitter: string | null; instagram: string | null }

/** The three figures of the landing page: words of marketing, never counted from the tables (`50+`). */
export type MarketingFigures = { properties: string; invested: string; satisfaction: string }
