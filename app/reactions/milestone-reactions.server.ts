import { documentAudience } from '../domain/notifications/audience.server.ts'
import { recipientsOfAudience } from '../domain/notifications/deliver-notification.server.ts'
import { notifyOfNews } from '../domain/notifications/notify.server.ts'
import { queueEncoding } from '../domain/projects/encode-copies.server.ts'
import { findMilestoneNotice, findReachedMilestone } from '../domain/projects/milestones.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { formatDay } from '../values/calendar-date.ts'

export const milestoneReactions: Reaction[] = [
  reaction(['milestone.reached'], {
    read: async (actor, { milestoneId, projectId }) => {
      const found = await findReachedMilestone(actor, milestoneId)
      const audience = documentAudience(projectId, null)
      if (!found || !audience) return null
      return { ...found, recipients: await recipientsOfAudience(actor, audience) }
    },
    write: async (actor, _event, found) => {
      if (!found?.milestone.reached) return
      await queueEncoding(actor, found.pictures)
      const { name, reached } = found.milestone
      const { certifier } = reached
      await notifyOfNews(
        actor,
        {
          title: `${found.project}: ${name} reached`,
          message: `Reached on ${formatDay(reached.on)}. Certified by ${certifier.name}, ${certifier.profession}, licence number ${certifier.licence}.`,
          notificationType: 'project',
        },
        found.recipients,
      )
    },
  }),

  reaction(['milestone.voided'], {
    read: async (actor, { milestoneId, projectId }) => {
      const found = await findMilestoneNotice(actor, milestoneId)
      const audience = documentAudience(projectId, null)
      if (!found || !audience) return null
      return { ...found, recipients: await recipientsOfAudience(actor, audience) }
    },
    write: async (actor, _event, found) => {
      if (!found) return
      const message = {
        title: `${found.project}: ${found.name} has not been reached yet`,
        message: `We announced that ${found.name} had been reached. This was a mistake; it is shown as planned again.`,
      }
      await notifyOfNews(actor, { ...message, notificationType: 'project' }, found.recipients)
    },
  }),

  reaction(['milestone.changed', 'milestone.reached', 'milestone.voided'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),
]
