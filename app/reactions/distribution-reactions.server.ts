import {
  type DistributionNotice,
  findDistributionForNotice,
} from '../domain/distributions/distribution-notice.server.ts'
import { paymentMethodLabels } from '../domain/investments/payment-methods.ts'
import { recipientsOfAudience } from '../domain/notifications/deliver-notification.server.ts'
import { type Message, notifyOfNews } from '../domain/notifications/notify.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { formatDay } from '../values/calendar-date.ts'

/** The same text for all, to which each person's own share is added. */
function messageOf({ project, datedOn, voidedBecause, sent }: DistributionNotice): Message {
  const day = formatDay(datedOn)
  if (voidedBecause !== null)
    return {
      title: 'Distribution Voided',
      message: `The distribution dated ${day} for the ${project} project has been voided. Its payouts no longer count. Reason: ${endedSentence(voidedBecause)}`,
      notificationType: 'alert',
    }
  if (sent)
    return {
      title: 'Distribution Sent',
      message: `Your share of the distribution dated ${day} for the ${project} project was sent on ${formatDay(sent.on)}${sent.method ? ` (${paymentMethodLabels[sent.method].toLowerCase()})` : ''}.`,
      notificationType: 'investment',
    }
  return {
    title: `Distribution for ${project}`,
    message: `A distribution dated ${day} has been declared for the ${project} project. You will be notified when your share is sent.`,
    notificationType: 'investment',
  }
}

const endedSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const events = {
  'distribution.recorded': 'declared',
  'distribution.sent': 'sent',
  'distribution.voided': 'voided',
} as const

export const distributionReactions: Reaction[] = [
  reaction(['distribution.recorded', 'distribution.sent', 'distribution.voided'], {
    read: async (actor, { kind, distributionId, projectId, ...event }) => {
      const sendingId = 'sendingId' in event ? event.sendingId : null
      const about = { distributionId, sendingId }
      const notice = await findDistributionForNotice(actor, about)
      if (!notice) return null
      const recipients = await recipientsOfAudience(actor, {
        audience: 'project',
        projectId,
        investorId: null,
        distribution: about,
      })
      const distribution = { ...about, event: events[kind] }
      return { message: { ...messageOf(notice), distribution }, recipients }
    },
    write: async (actor, _event, found) => {
      if (found) await notifyOfNews(actor, found.message, found.recipients)
    },
    topics: ({ projectId }) => [`project:${projectId}`, 'admin'],
  }),
]
