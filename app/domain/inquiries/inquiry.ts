/** The forms of the public pages. */
export type PublicSource = 'contact' | 'landing'
/** `portal`: an investor asked it, signed in. `interest`: a guest would like to invest an amount. */
export type InquirySource = PublicSource | 'portal' | 'interest'

/** `converted`: the sender became an investor. */
export const inquiryStatuses = ['new', 'contacted', 'converted', 'closed'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

export const inquiryStatusLabels: Record<InquiryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  converted: 'Converted',
  closed: 'Closed',
}

export const inquirySourceLabels: Record<InquirySource, string> = {
  contact: 'Contact page',
  landing: 'Landing page',
  portal: 'Investor portal',
  interest: 'Invest Now',
}

/** Maximum lengths in code points. */
export const maxLengths = { name: 200, email: 254, phone: 40, subject: 200, message: 5000 }

/** The message for each required field that is empty. */
export const missingMessages = {
  name: 'Please enter your name',
  email: 'Please enter a valid email address',
  subject: 'Please enter a subject',
  message: 'Please enter a message',
}

/** The message for a field that is too long, as in `values/fields`. */
export const tooLongMessage = (most: number) => `Please keep this to ${most} characters.`

/** The hidden honeypot field, with a name robots fill in. */
export const honeypotField = 'website'
