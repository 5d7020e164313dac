import type { Toast } from '../../values/toast.ts'

/** What is said while no mail goes out (decisions §9); without a support address, where help is to be had all the same. */
export function mailTroubleMessage(supportEmail: string | null): string {
  const whom =
    supportEmail === null ? 'ask the person who invited you' : `contact support at ${supportEmail}`
  return `We are having trouble sending email. Please ${whom}.`
}

/** The toast when a request could not even be stored (AUTH-064). */
export const resetFailed: Toast = {
  kind: 'error',
  title: 'Password reset failed',
  text: 'Please try again later.',
}
