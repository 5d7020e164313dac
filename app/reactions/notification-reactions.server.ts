import { topicsOfMessage } from '../domain/notifications/audience-topics.ts'
import {
  accountsOfBatch,
  recipientsOfSent,
} from '../domain/notifications/deliver-notification.server.ts'
import { deliverOrQueue } from '../domain/notifications/notify.server.ts'
import { queueNotificationMails } from '../domain/outbox/outbox.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'

export const notificationReactions: Reaction[] = [
  reaction(['notification.sent'], {
    read: (actor, { notificationId }) => recipientsOfSent(actor, notificationId),
    write: async (actor, { notificationId: id }, sent) => {
      if (!sent) return
      await deliverOrQueue(
        actor,
        { id, sentAt: sent.sentAt, byEmail: sent.byEmail },
        sent.recipients,
      )
      await queueNotificationMails(actor, id, sent.mailed)
    },
  }),

  reaction(['notification.mailed'], {
    read: accountsOfBatch,
    write: (actor, { notificationId }, userIds) =>
      queueNotificationMails(actor, notificationId, userIds),
    topics: () => ['admin'],
  }),

  // No second email: the portal shows the change.
  reaction(['notification.changed'], {
    read: async (actor, { notificationId, elsewhere }) =>
      elsewhere ? recipientsOfSent(actor, notificationId) : null,
    write: async (actor, { notificationId: id }, sent) => {
      if (sent) await deliverOrQueue(actor, { id, sentAt: sent.sentAt }, sent.recipients)
    },
    topics: (event) => [
      ...topicsOfMessage(event),
      ...topicsOfMessage({ projectId: event.formerProjectId, investorId: event.formerInvestorId }),
    ],
  }),

  reaction(['notification.sent', 'notification.delivered', 'notification.deleted'], {
    topics: topicsOfMessage,
  }),

  reaction(['notifications.cleared'], { topics: () => ['admin'] }),

  reaction(['notification.read'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),
]
