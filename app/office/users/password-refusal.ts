import { passwordMessages } from '../../domain/accounts/password.ts'
import type { PasswordSet } from '../../domain/accounts/set-password.server.ts'
import { whyRefused } from './sentences.ts'

type Refused = Extract<PasswordSet, { refused: string }>

/** Beside the field what is wrong with the password; for the whole form why nobody's was set. */
export function whyNotSet(refused: Refused): { errors?: Record<string, string>; message?: string } {
  switch (refused.refused) {
    case 'password':
      return { errors: { password: passwordMessages[refused.fault] } }
    case 'key-reused':
      return { message: 'This was sent before for somebody else. Reload the page and try again.' }
    default:
      return {
        message: whyRefused(refused.refused, {
          oneself: 'Change your own password under Security.',
          same: '',
        }),
      }
  }
}
