import type { AccountRefusal } from '../../domain/accounts/account-changed.server.ts'
import type { EmailRefusal } from '../../domain/accounts/change-email.server.ts'
import { passwordMessages } from '../../domain/accounts/password.ts'
import type { PasswordSet } from '../../domain/accounts/set-password.server.ts'
import type { Refusals } from '../../platform/form-action.server.ts'
import type { Toast } from '../../values/toast.ts'

/** A toast for something that was refused, or that failed. */
export function errorToast(title: string, text: string): Toast {
  return { kind: 'error', title, text }
}

const gone = 'This account is not there any more.'
const general = {
  // Demoting, closing or readdressing the last one (decisions §2).
  'last-administrator': 'At least one active administrator is required.',
  'not-allowed': 'Make sure you have the correct permissions.',
}

/** Why an act on somebody's account was refused; `same` is what they are already, in the act's own words. */
export function accountRefusals(words: {
  oneself: string
  same: string
}): Record<AccountRefusal, string> {
  return { ...general, unknown: gone, ...words }
}

/** Why an address stayed as it was. */
export const emailRefusals: Record<EmailRefusal, string> = {
  ...general,
  taken: 'Email Already In Use',
  same: 'This is their email already.',
  unknown: 'Nobody has this user ID.',
  'key-reused': 'This was sent before with another email. Reload the page and try again.',
}

/** Why a password was not set. */
export const passwordRefusals: Refusals<PasswordSet> = {
  ...accountRefusals({ oneself: 'Change your own password under Security.', same: '' }),
  password: ({ fault }) => ({ errors: { password: passwordMessages[fault] } }),
  'key-reused': 'This was sent before for somebody else. Reload the page and try again.',
}

/** What is said once it is set. */
export function passwordUpdated(name: string): Toast {
  const text = `${name} signs in with it once, and then chooses another.`
  return { kind: 'success', title: 'Password updated', text }
}

/** Why no reset link was mailed. */
export const whyNotMailed = {
  unknown: gone,
  inactive: 'This account is inactive, so no link would open it. Make it active first.',
  'too-many':
    'This address was mailed as often as it may be within an hour. Please try again later.',
}

/** Why a "User ID" field names no account. */
export const unresolved = {
  nobody: 'Nobody has this ID, name or email.',
  several: 'More than one person has this name. Choose one, or enter the ID or email.',
  'no-account': 'This investor has no sign-in account. Nothing was changed.',
}

/** The same next to the field, with a toast. */
export function unresolvedRefusals(title: string, withoutAccount = title) {
  const refuse = (code: keyof typeof unresolved, toastTitle: string) => ({
    errors: { userId: unresolved[code] },
    toast: errorToast(toastTitle, unresolved[code]),
  })
  return {
    nobody: refuse('nobody', title),
    several: refuse('several', title),
    'no-account': refuse('no-account', withoutAccount),
  }
}
