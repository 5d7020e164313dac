import type { InvitationState } from '../../domain/accounts/invitation.ts'

/** How an invitation stands, in words. A day follows that of a sent one. */
export const invitationWords: Record<InvitationState, string> = {
  none: 'Not invited yet',
  sending: 'Invitation on its way',
  trying: 'Invitation not delivered yet',
  undelivered: 'Invitation could not be delivered',
  sent: 'Invitation sent',
  expired: 'Invitation expired',
  withdrawn: 'Invitation withdrawn',
}
