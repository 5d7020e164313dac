import {
  type DistributionNotice,
  findDistributionForNotice,
  formerInvestorsWithShare,
} from '../domain/distributions/distributions.server.ts'
import type { Audience } from '../domain/notifications/audience.server.ts'
import { recipientsOfAudience } from '../domain/notifications/deliver-notification.server.ts'
import { type Message, notifyOfNews } from '../domain/notifications/notify.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { formatDay } from '../values/calendar-date.ts'

/** The same text for all; shares are shown only in each investor's portal. */
function messageOf({ project, datedOn, voidedBecause }: DistributionNotice): Message {
  const day = formatDay(datedOn)
  return voidedBecause === null
    ? {
        title: `Distribution for ${project}`,
        message: `A distribution dated ${day} has been recorded for the ${project} project. Your share follows from what you had paid by that day. See your investment.`,
        notificationType: 'investment',
      }
    : {
        title: 'Distribution Voided',
        message: `The distribution dated ${day} for the ${project} project has been voided. Its payouts no longer count. Reason: ${voidedBecause}`,
        notificationType: 'alert',
      }
}

const ofProject = (projectId: string): Audience => ({
  audience: 'project',
  projectId,
  investorId: null,
})
/** Former investors with a share are notified individually. */
const onlyTo = (investorId: string): Audience => ({
  audience: 'investor',
  projectId: null,
  investorId,
})

export const distributionReactions: Reaction[] = [
  reaction(['distribution.recorded', 'distribution.voided'], {
    read: async (actor, { distributionId, projectId }) => {
      const distribution = await findDistributionForNotice(actor, distributionId)
      if (!distribution) return null
      const leavers = await formerInvestorsWithShare(actor, distributionId)
      const notices = []
      for (const audience of [ofProject(projectId), ...leavers.map(onlyTo)])
        notices.push(await recipientsOfAudience(actor, audience))
      return { distribution, told: notices }
    },
    write: async (actor, _event, found) => {
      if (!found) return
      for (const notices of found.told)
        await notifyOfNews(actor, messageOf(found.distribution), notices)
    },
    topics: ({ projectId }) => [`project:${projectId}`, 'admin'],
  }),
]
