import type { AccountRefusal } from '../../domain/accounts/account-changed.server.ts'
import type { EmailRefusal } from '../../domain/accounts/administration/change-email.server.ts'
import { passwordMessages } from '../../domain/accounts/password.ts'
import type { PasswordSet } from '../../domain/accounts/recovery/set-password.server.ts'
import type { Refusals } from '../../platform/http/form-action.server.ts'
import type { FormReply } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'

export function errorToast(title: string, text: string): Toast {
  return { kind: 'error', title, text }
}

/** Uses the title of the first refused field, else the form's message. */
export function toastOf(title: string, fieldTitles: Record<string, string> = {}) {
  return ({ errors, message }: FormReply) => {
    const field = Object.keys(fieldTitles).find((name) => errors[name])
    const sentence = field ? errors[field] : message
    return sentence ? errorToast((field && fieldTitles[field]) ?? title, sentence) : null
  }
}

export const accountRefusals = {
  'last-administrator': 'At least one active administrator is required.',
  'not-allowed': 'Make sure you have the correct permissions.',
  unknown: 'This account no longer exists.',
} satisfies Partial<Record<AccountRefusal, string>>

export const emailRefusals: Record<EmailRefusal, string> = {
  ...accountRefusals,
  taken: 'Email Already In Use',
  same: 'This is already their email.',
  unknown: 'No account has this user ID.',
  'key-reused': 'The form was already sent with a different email. Reload the page and try again.',
}

export const passwordRefusals: Refusals<PasswordSet> = {
  ...accountRefusals,
  oneself: 'Change your own password under Security.',
  password: ({ fault }) => ({ errors: { password: passwordMessages[fault] } }),
  'key-reused': 'This was already sent for someone else. Reload the page and try again.',
}

/** No one sets the password of a colleague while another person could approve what that colleague approves. */
export const colleaguesPassword =
  'This is a member of staff: one person alone cannot set their password. Send a reset email, so that they choose a new one.'

export const whyNotMailed = {
  unknown: accountRefusals.unknown,
  inactive: 'This account is inactive, so a link would not work. Activate it first.',
  'too-many': 'This address has reached the limit of emails per hour. Please try again later.',
}

export const unresolved = {
  nobody: 'No account has this ID, name or email.',
  several: 'More than one person has this name. Choose one, or enter the ID or email.',
  'no-account': 'This investor has no sign-in account. Nothing was changed.',
}

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
