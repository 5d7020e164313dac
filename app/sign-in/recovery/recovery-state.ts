import type { Recovery } from '../../domain/accounts/recovery/recovery.server.ts'
import type { RecoveryLinkParams, SecretLink } from './recovery-link.ts'

/**
 * The recovery page: form, expired link, new link sent, invalid or missing link, request form, password set, or fault.
 */
export type RecoveryState =
  | { shown: 'form'; email: string }
  | { shown: 'expired' }
  | { shown: 'sent'; trouble: boolean }
  | { shown: 'invalid'; message: string; email: string; isMissing: boolean }
  | { shown: 'email'; email: string }
  | { shown: 'done' }
  | { shown: 'problem'; message: string }

export function stateOf(
  { secret, email }: RecoveryLinkParams,
  found: Recovery | null,
): RecoveryState {
  if (!secret || !found) return email ? { shown: 'email', email } : invalid(null)
  switch (found.state) {
    case 'open':
      return { shown: 'form', email: found.email }
    case 'expired':
      return { shown: 'expired' }
    case 'closed':
      return invalid(secret, email)
    default:
      return found satisfies never
  }
}

const wrong = {
  token: 'Invalid or expired recovery token',
  access_token: 'Invalid or expired access token',
}

export function invalid(secret: SecretLink | null, email = ''): RecoveryState {
  const message = secret
    ? wrong[secret.sentAs]
    : 'Invalid reset link. Please request a new password reset link.'
  return { shown: 'invalid', message, email, isMissing: secret === null }
}
