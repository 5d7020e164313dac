import type { InvitationStanding, InvitationState } from '../../../domain/accounts/invitation.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Moment } from '../../../ui/day.tsx'
import { invitationWords } from '../invitation-words.ts'

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
  none: 'No invitation was ever mailed to them.',
  sending: 'It waits for its turn, and goes out within a minute.',
  held: 'It waits because no mail server is set up (SMTP_URL). Set one up, or copy the invitation link.',
  trying:
    'No mail server took it so far. It is tried again by itself for a day; the outbox says why.',
  undelivered:
    'No mail server took it. The outbox says why, and there its link can be handed out in another way.',
  sent: 'They have not set their password yet.',
  expired: 'They did not set a password in time, so its link opens nothing any more.',
  moved:
    'Their address was changed, which ended the invitation mailed to the former one. Send it again to the new one.',
  withdrawn: 'No link of theirs opens anything now.',
}

/** How the invitation stands, since when, and what that means. */
export function Standing({
  standing: { state, at },
  trouble,
}: {
  standing: InvitationStanding
  trouble: boolean
}) {
  return (
    <div className="col-span-full grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[state]}>{invitationWords[state]}</Badge>
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
