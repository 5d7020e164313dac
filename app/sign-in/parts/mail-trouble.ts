import type { Toast } from '../../values/toast.ts'

/** What is said while no mail goes out (decisions §9). */
export function troubleSentence(supportEmail: string): string {
  return `We are having trouble sending e-mail. Please contact support at ${supportEmail}.`
}

/** The toast when a request could not even be stored (AUTH-064). */
export const resetFailed: Toast = { kind: 'error', title: 'Password reset failed', text: 'Please try again later.' }
