import type { InvitationState } from '../../domain/accounts/invitations/invitation.ts'

/** How an invitation stands, in words. A day follows that of a sent one. */
export const invitationWords: Record<InvitationState, string> = {
  none: 'Not invited yet',
  sending: 'Invitation on its way',
  held: 'Invitation waits for a mail server',
  trying: 'Invitation not delivered yet',
  undelivered: 'Invitation could not be delivered',
  sent: 'Invitation sent',
  expired: 'Invitation expired',
  moved: 'Not invited at this address yet',
  withdrawn: 'Invitation withdrawn',
}

/** Follows `Investor added` where the mail was not taken (MIN-014). */
export const undeliveredTitle = 'Investor added but the invitation could not be delivered'
