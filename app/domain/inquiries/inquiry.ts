/** Which form an inquiry came from: the contact page's or the landing page's. */
export type InquirySource = 'contact' | 'landing'

/** Where an inquiry stands with the team. `converted`: its sender has become an investor. */
export const inquiryStatuses = ['new', 'contacted', 'converted', 'closed'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

/** The words for each. */
export const inquiryStatusLabels: Record<InquiryStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  converted: 'Converted',
  closed: 'Closed',
}

/** Which page's form it came over, in words. */
export const inquirySourceLabels: Record<InquirySource, string> = {
  contact: 'Contact page',
  landing: 'Landing page',
}

/** The longest that each field may be, in characters as people count them (code points). */
export const maxLengths = { name: 200, email: 254, phone: 40, subject: 200, message: 5000 }

/** What stands beside a field that must be filled in and is empty. */
export const missingMessages = {
  name: 'Please enter your name',
  email: 'Please enter a valid email address',
  subject: 'Please enter a subject',
  message: 'Please enter a message',
}

/** What stands beside the message, or another field, that is longer than it may be; the same as `values/fields` says. */
export const tooLongMessage = (most: number) => `Please keep this to ${most} characters.`

/** The field that no person sees. Named like a real one, so that a robot fills it in. */
export const honeypotField = 'website'
