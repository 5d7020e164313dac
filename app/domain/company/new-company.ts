import { defaultAccountCodes } from './account-codes.ts'
import type { Company } from './company.ts'
import { defaultReminderDays } from './reminder-days.ts'

/** The company of an empty installation. `email`, the sender's address, is the contact unless it is no-reply. */
export function newCompany(email: string): Company {
  const contact = isNoReplyAddress(email) ? null : email
  return {
    name: 'Property Group',
    registrationNumber: null,
    taxPin: null,
    register: null,
    registerUrl: null,
    regulator: null,
    licence: null,
    licenceUrl: null,
    auditors: null,
    bank: null,
    brand: 'Property Group',
    foundedYear: null,
    headline: '',
    tagline: '',
    motto: '',
    blurb: '',
    about: '',
    riskWarning:
      'Property can lose value as well as gain it, and shares in a building are not quick to sell. Invest only what you can leave invested until completion.',
    contactEmail: contact,
    supportEmail: contact,
    phone: null,
    phoneRegion: 'KE',
    whatsapp: null,
    offices: [],
    hours: [],
    answerTime: '',
    social: { linkedin: null, twitter: null, instagram: null },
    figures: null,
    testimonials: [],
    accountCodes: defaultAccountCodes,
    reminders: defaultReminderDays,
  }
}

/** The address in a sender like `Nyumba <office@example.com>`. */
export function senderAddress(sender: string): string {
  return /<([^<>]+)>$/.exec(sender)?.[1] ?? sender
}

/** Whether an address is a no-reply address, which is never offered as a contact. */
export function isNoReplyAddress(email: string): boolean {
  return /^(no|do[-._]?not)[-._]?reply\b/i.test(email.trim())
}
