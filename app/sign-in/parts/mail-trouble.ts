import type { Toast } from '../../values/toast.ts'

/** Shown while email is not delivered. */
export function mailTroubleMessage(supportEmail: string | null): string {
  const whom =
    supportEmail === null ? 'ask the person who invited you' : `contact support at ${supportEmail}`
  return `We are having trouble sending email. Please ${whom}.`
}

/** Toast when the request could not be stored. */
export const resetFailed: Toast = {
  kind: 'error',
  title: 'Password reset failed',
  text: 'Please try again later.',
}
