import { type MailState, mailStateLabels } from '../../domain/outbox/mail.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'

const tones: Record<MailState, BadgeTone> = {
  failed: 'red',
  retrying: 'amber',
  waiting: 'blue',
  sent: 'green',
  withdrawn: 'grey',
}

export function MailStateBadge({ state }: { state: MailState }) {
  return <Badge tone={tones[state]}>{mailStateLabels[state]}</Badge>
}
