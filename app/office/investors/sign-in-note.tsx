import type {
  InvitationState,
  InvitationStatus,
} from '../../domain/accounts/invitations/invitation.ts'
import type { ListedInvestor } from '../../domain/investors/investors.server.ts'
import { Moment } from '../../ui/day.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { invitationLabels } from './invitation-labels.ts'

const wantsAttention: readonly InvitationState[] = [
  'held',
  'trying',
  'undelivered',
  'expired',
  'moved',
]

/** A coloured dot: coloured text would be too pale at this size. */
const marked =
  'text-text before:me-1.25 before:inline-block before:size-1.5 before:rounded-full before:bg-warning before:align-[0.09em]'

/** Invitation state of an investor who never signed in, linked to sending it again. */
export function SignInNote({
  investor: { id, fullName, status, userId, lastSignedInAt, isArchived },
  invitation,
}: {
  investor: ListedInvestor
  invitation: InvitationStatus | undefined
}) {
  if (invitation) {
    const { state, at } = invitation
    return (
      <DialogLink
        to={`/admin-dashboard/investors/${id}/invitation`}
        className={`text-xs underline-offset-2 hover:underline ${wantsAttention.includes(state) ? marked : 'text-muted'}`}
      >
        {invitationLabels[state]}
        {state === 'sent' && at && (
          <>
            {' '}
            <Moment at={at} time={false} />
          </>
        )}
        <span className="sr-only">, {fullName}</span>
      </DialogLink>
    )
  }
  if (userId === null && !isArchived) {
    return (
      <DialogLink
        to={`/admin-dashboard/investors/${id}/invitation`}
        className="text-xs text-muted underline-offset-2 hover:underline"
      >
        {invitationLabels.none}
        <span className="sr-only">, {fullName}</span>
      </DialogLink>
    )
  }
  if (userId === null || status !== 'active' || lastSignedInAt) return null
  return <span className="block text-xs text-muted">Never signed in</span>
}
