const labels: Readonly<Record<string, string>> = {
  name: 'Name',
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
  'social.linkedin': 'LinkedIn',
  'social.twitter': 'Twitter',
  'social.instagram': 'Instagram',
  'figures.properties': 'Properties',
  'figures.invested': 'Invested',
  'figures.satisfaction': 'Client satisfaction',
  offices: 'Offices',
  hours: 'Opening hours',
  testimonials: 'Testimonials',
}

/** What a setting is called, beside its field and where its change is told. */
export function labelOf(name: string): string {
  return labels[name] ?? name
}

/** The sections of the page, by their place in its address. */
export const sectionTitles = {
  logo: 'Logo',
  company: 'Company',
  landing: 'Landing page',
  contacts: 'How to reach us',
  offices: 'Offices and hours',
  social: 'Social links',
  figures: 'Figures on the landing page',
  testimonials: 'Testimonials',
} as const

export type SectionId = keyof typeof sectionTitles

const sectionsByName: Readonly<Record<string, SectionId>> = {
  headline: 'landing',
  tagline: 'landing',
  about: 'landing',
  contactEmail: 'contacts',
  supportEmail: 'contacts',
  phone: 'contacts',
  phoneRegion: 'contacts',
  whatsapp: 'contacts',
  offices: 'offices',
  hours: 'offices',
  social: 'social',
  figures: 'figures',
  testimonials: 'testimonials',
}

/** Where a field stands: `social.twitter` under the social links. */
export function sectionOf(field: string): SectionId {
  return sectionsByName[field.split('.', 1)[0] ?? ''] ?? 'company'
}
