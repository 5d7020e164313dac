import type { InvitationState } from '../../domain/accounts/invitations/invitation.ts'

/** A sent invitation is followed by its date. */
export const invitationLabels: Record<InvitationState, string> = {
  none: 'Not invited yet',
  sending: 'Invitation on its way',
  held: 'Invitation waiting for a mail server',
  trying: 'Invitation not delivered yet',
  undelivered: 'Invitation could not be delivered',
  sent: 'Invitation sent',
  expired: 'Invitation expired',
  moved: 'Not invited at this address yet',
  withdrawn: 'Invitation withdrawn',
}

/** Toast when the email was not accepted. */
export const undeliveredTitle = 'Investor added but the invitation could not be delivered'
