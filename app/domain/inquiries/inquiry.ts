/** Which form an inquiry came from: the contact page's or the landing page's. */
export type InquirySource = 'contact' | 'landing'

/** The longest that each field may be, in characters as people count them (code points). */
export const longest = { name: 200, email: 254, phone: 40, subject: 200, message: 5000 }

/** What stands beside a field that must be filled in and is empty. */
export const missing = {
  name: 'Please enter your name',
  email: 'Please enter a valid email address',
  subject: 'Please enter a subject',
  message: 'Please enter a message',
}

/** What stands beside the message, or another field, that is longer than it may be; the same as `values/fields` says. */
export const tooLong = (most: number) => `Please keep this to ${most} characters.`

/** The field that no person sees. Named like a real one, so that a robot fills it in. */
export const decoy = 'website'
