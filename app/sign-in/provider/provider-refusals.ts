import type { ProviderSignInResult } from '../../domain/accounts/provider/provider-sign-in.server.ts'
import type { Toast } from '../../values/toast.ts'

type Refused = Exclude<Extract<ProviderSignInResult, { refused: string }>['refused'], 'too-many'>

/** Why a sign-in through the provider was refused, and what to do. */
export function providerRefused(refused: Refused, provider: string): Toast {
  const texts: Record<Refused, string> = {
    expired: `Signing in with ${provider} took too long, or was already used. Please start again.`,
    cancelled: `Signing in with ${provider} was cancelled.`,
    failed: `${provider} could not sign you in. Try again, or use your password.`,
    'other-tenant': `This ${provider} account belongs to another organisation.`,
    unverified: `${provider} has not verified the email of this account.`,
    unknown: 'No administrator has this email. Ask an administrator to add you first.',
    investor: `Investors sign in with their email and password, not with ${provider}.`,
    inactive: 'Your account is not active. Please contact support.',
    unconfirmed: 'Email not confirmed. Please check your inbox for a confirmation email.',
    'other-user': `Your account is linked with another ${provider} account. Ask an administrator to reset your second factor.`,
  }
  return { kind: 'error', title: 'Login failed', text: texts[refused], seconds: 10 }
}
