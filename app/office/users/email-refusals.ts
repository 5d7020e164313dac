import type { EmailRefusal } from '../../domain/accounts/change-email.server.ts'
import { lastAdministrator } from './sentences.ts'

/** Why an address stayed as it was. */
export const emailRefusals: Record<EmailRefusal, string> = {
  taken: 'Email Already In Use',
  same: 'This is their email already.',
  unknown: 'Nobody has this user ID.',
  'last-administrator': lastAdministrator,
  'not-allowed': 'Make sure you have the correct permissions.',
  'key-reused': 'This was sent before with another email. Reload the page and try again.',
}
