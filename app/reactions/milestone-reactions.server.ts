import { audienceIds, documentAudience } from '../domain/notifications/audience.server.ts'
import { newsRecipients } from '../domain/notifications/deliver-notification.server.ts'
import { notifyOfNews } from '../domain/notifications/notify.server.ts'
import { openedWords } from '../domain/payment-plans/due-words.ts'
import { instalmentsOpenedBy, investorsAwaiting } from '../domain/payment-plans/plans.server.ts'
import { queueEncoding } from '../domain/projects/encode-copies.server.ts'
import { findMilestoneNotice, findReachedMilestone } from '../domain/projects/milestones.server.ts'
import { clock } from '../platform/clock.server.ts'
import type { Actor } from '../platform/database/database.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { formatDay } from '../values/calendar-date.ts'

/** The investors of the project, with those whose plan waits for the milestone, also while their investment is pending. */
async function concernedBy(
  actor: Actor,
  { milestoneId, projectId }: { milestoneId: string; projectId: string },
  plans: { ever: boolean },
) {
  const audience = documentAudience(projectId, null)
  if (!audience) return null
  const ids = await audienceIds(actor, audience)
  const waiting = await investorsAwaiting(actor, milestoneId, plans)
  return { audience, investorIds: [...new Set([...ids, ...waiting])] }
}

export const milestoneReactions: Reaction[] = [
  reaction(['milestone.reached'], {
    read: async (actor, event) => {
      const found = await findReachedMilestone(actor, event.milestoneId)
      const concerned = await concernedBy(actor, event, { ever: false })
      if (!found || !concerned) return null
      const opened = await instalmentsOpenedBy(actor, event.milestoneId)
      const { audience, investorIds } = concerned
      const others = investorIds.filter((id) => !opened.has(id))
      const payers = investorIds.filter((id) => opened.has(id))
      const groups = [
        { audience, investorIds: others },
        ...payers.map((investorId) => ({
          audience: { audience: 'investor' as const, projectId: null, investorId },
          investorIds: [investorId],
        })),
      ]
      return { ...found, opened, recipients: await newsRecipients(actor, groups) }
    },
    write: async (actor, _event, found) => {
      if (!found?.milestone.reached) return
      await queueEncoding(actor, found.pictures)
      const { name, reached } = found.milestone
      const { certifier } = reached
      const proof = `Reached on ${formatDay(reached.on)}. Certified by ${certifier.name}, ${certifier.profession}, licence number ${certifier.licence}.`
      for (const recipients of found.recipients) {
        const instalments = found.opened.get(recipients.audience.investorId ?? '') ?? []
        const message = {
          title: `${found.project}: ${name} reached`,
          message: [proof, ...openedWords(instalments, clock.today())].join(' '),
          notificationType: 'project' as const,
        }
        await notifyOfNews(actor, message, recipients)
      }
    },
  }),

  reaction(['milestone.voided'], {
    read: async (actor, event) => {
      const found = await findMilestoneNotice(actor, event.milestoneId)
      const concerned = await concernedBy(actor, event, { ever: true })
      if (!found || !concerned) return null
      const [recipients] = await newsRecipients(actor, [concerned])
      return { ...found, recipients }
    },
    write: async (actor, _event, found) => {
      if (!found?.recipients) return
      const message = {
        title: `${found.project}: ${found.name} has not been reached yet`,
        message: `We announced that ${found.name} had been reached. This was a mistake; it is shown as planned again. Payments that wait for it are not due yet.`,
      }
      await notifyOfNews(actor, { ...message, notificationType: 'project' }, found.recipients)
    },
  }),

  reaction(['milestone.changed', 'milestone.reached', 'milestone.voided'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),
]
