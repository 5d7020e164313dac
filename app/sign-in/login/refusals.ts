import type { SignInResult } from '../../domain/accounts/sign-in/sign-in.server.ts'
import { timeUntil } from '../../values/relative-time.ts'

type Refusal = Extract<SignInResult, { refused: string }>

export function sentenceFor(refusal: Refusal, now: Date): string {
  switch (refusal.refused) {
    case 'wrong':
      return 'Invalid email or password. Please check your credentials.'
    case 'unconfirmed':
      return 'Email not confirmed. Please check your inbox for a confirmation email.'
    case 'inactive':
      return 'Your account is not active. Please contact support.'
    case 'too-many':
      return `Too many failed attempts. Please try again in ${timeUntil(refusal.retryAt, now)}.`
    default:
      return refusal satisfies never
  }
}
