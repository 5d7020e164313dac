import type {
  InvitationState,
  InvitationStatus,
} from '../../../domain/accounts/invitations/invitation.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/day.tsx'
import { invitationLabels } from '../invitation-labels.ts'

const tones: Record<InvitationState, BadgeTone> = {
  none: 'grey',
  sending: 'blue',
  held: 'amber',
  trying: 'amber',
  undelivered: 'red',
  sent: 'green',
  expired: 'amber',
  moved: 'amber',
  withdrawn: 'grey',
}

const meanings: Record<InvitationState, string> = {
  none: 'No invitation was sent.',
  sending: 'It is queued and will be sent within a minute.',
  held: 'It is waiting because no mail server is set up (SMTP_URL). Set one up, or copy the invitation link.',
  trying: 'It is not delivered yet and is retried for a day. The outbox shows the reason.',
  undelivered: 'It was not delivered. The outbox shows the reason and lets you copy its link.',
  sent: 'They have not set their password yet.',
  expired: 'They did not set a password in time, so its link no longer works.',
  moved:
    'Their address changed, which ended the invitation sent to the previous one. Send it again.',
  withdrawn: 'Their links no longer work.',
}

export function InvitationPanel({
  standing: { state, at },
  trouble,
}: {
  standing: InvitationStatus
  trouble: boolean
}) {
  return (
    <div className="col-span-full grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[state]}>{invitationLabels[state]}</Badge>
        {at && (
          <span className="text-xs text-muted">
            <Moment at={at} />
          </span>
        )}
      </p>
      <p className="text-muted">
        {state === 'sending' && trouble ? meanings.trying : meanings[state]}
      </p>
    </div>
  )
}
