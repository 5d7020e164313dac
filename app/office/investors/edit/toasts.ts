import type { EmailOutcome } from '../../../domain/investors/edit-investor.server.ts'
import type { SignInState } from '../../../domain/investors/investor.ts'
import type { Toast } from '../../../values/toast.ts'

/** Warnings stay for 8 seconds, or 10 where emails must be repaired. */
const usual = 8
const longer = 10

const unknown: Toast = {
  kind: 'warning',
  title: 'Authentication Status Unknown',
  text: 'Their sign-in status could not be checked. The saved record is shown.',
  seconds: usual,
}
const mismatch: Toast = {
  kind: 'warning',
  title: 'Email Sync Issue Detected',
  text: 'Their account and this record have two different emails.',
  seconds: longer,
}

/** Shown when the dialog opens. Constant objects, so that revalidation does not repeat the toast. */
export const openingToasts: Record<SignInState, Toast | null> = {
  'verification-failed': unknown,
  'email-mismatch': mismatch,
  'no-auth-account': null,
  unverified: null,
  verified: null,
}

export function savedToast(outcome: EmailOutcome, email: string, hasPassword: boolean): Toast {
  switch (outcome) {
    case 'kept':
      return { kind: 'success', title: 'Investor updated' }
    case 'changed': {
      const text = hasPassword
        ? `A confirmation email is sent to ${email}.`
        : `Their invitation ended. Send it again, to ${email}.`
      return { kind: 'success', title: 'Investor updated', text }
    }
    case 'repaired':
      return {
        kind: 'success',
        title: 'Investor updated',
        text: 'Account and record have the same email.',
      }
    case 'record-only':
      return {
        kind: 'warning',
        title: 'No linked authentication account',
        text: 'The investor was updated. They have no account to sign in with, so no sign-in email changed.',
        seconds: longer,
      }
    case 'differs':
      return {
        kind: 'warning',
        title: 'Partial Update',
        text: 'The investor was updated. They still sign in with a different email, which must be repaired.',
        seconds: usual,
      }
    default:
      return outcome satisfies never
  }
}

export const syncFailed: Toast = {
  kind: 'warning',
  title: 'Failed to sync emails',
  text: 'Account and record still have two different emails. Nothing was changed.',
  seconds: usual,
}
