import { lastFormerAddress } from './domain/accounts/former-address.server.ts'
import { awaitsInvitation } from './domain/accounts/invitation-state.server.ts'
import { statementReactions } from './domain/distributions/statement-reactions.server.ts'
import { findAddedDocument } from './domain/documents/documents.server.ts'
import { undrawnFileOf } from './domain/documents/make-preview.server.ts'
import { accountOf } from './domain/investors/investors.server.ts'
import { documentAudience, earlierMessagesToAll } from './domain/notifications/audience.server.ts'
import { topicsOfAudience, topicsOfMessage } from './domain/notifications/audience-topics.ts'
import { accountsOfBatch, recipientsOfSent, toldOf } from './domain/notifications/deliver-notification.server.ts'
import { deliverAsRead, deliverOrQueue, notifyInvestor, notifyOfNews } from './domain/notifications/notify.server.ts'
import { queueMail, queueNotificationMails } from './domain/outbox/outbox.server.ts'
import { findReceivedPayment, findRefund, findVoidedEntry } from './domain/payments/received-payment.server.ts'
import { picturesToEncode, queueEncoding } from './domain/projects/encode-copies.server.ts'
import { findReportedProgress } from './domain/projects/progress-updates.server.ts'
import { type Reaction, reaction } from './platform/events.server.ts'
import { enqueue } from './platform/jobs.server.ts'
import { requestReactions } from './request-reactions.server.ts'
import { formatAmount } from './values/money.ts'

/** Title and subject of the message about a void, by what was voided. */
const voidWords = {
  payment: ['Payment Voided', 'Your payment'],
  refund: ['Refund Voided', 'The refund'],
  adjustment: ['Adjustment Voided', 'An adjustment'],
} as const

/** What follows from each event, in the order it happens. This is the one list. */
export const reactions: Reaction[] = [
  reaction(['investor.added'], {
    write: async (actor, { userId, invited }) => {
      if (invited) await queueMail(actor, { template: 'invitation', userId, subjectId: null })
    },
    topics: () => ['admin'],
  }),

  reaction(['payment.recorded'], {
    read: (actor, { paymentId }) => findReceivedPayment(actor, paymentId),
    write: async (actor, { investorId }, payment) => {
      if (!payment) return
      const amount = formatAmount(payment.amount, 'when-needed')
      await notifyInvestor(actor, {
        investorId,
        title: 'Payment Received',
        message: `Your payment of ${amount} for the ${payment.project} project has been received.`,
        notificationType: 'investment',
      })
    },
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  reaction(['payment.recorded'], {
    read: (actor, { investorId }) => accountOf(actor, investorId),
    write: async (actor, { paymentId }, userId) => {
      if (userId) await queueMail(actor, { template: 'receipt', userId, subjectId: paymentId })
    },
  }),

  reaction(['entry.voided'], {
    read: (actor, { voidId }) => findVoidedEntry(actor, voidId),
    write: async (actor, { investorId }, voided) => {
      if (!voided) return
      const [title, what] = voidWords[voided.kind]
      const amount = formatAmount(voided.amount, 'when-needed')
      await notifyInvestor(actor, {
        investorId,
        title,
        message: `${what} of ${amount} for the ${voided.project} project has been voided. Reason: ${voided.reason}`,
        notificationType: 'investment',
      })
    },
  }),

  reaction(['refund.recorded'], {
    read: (actor, { entryId }) => findRefund(actor, entryId),
    write: async (actor, { investorId }, refund) => {
      if (!refund) return
      const amount = formatAmount(refund.amount, 'when-needed')
      await notifyInvestor(actor, {
        investorId,
        title: 'Payment Refunded',
        message: `A refund of ${amount} for the ${refund.project} project has been recorded. Reason: ${refund.reason}`,
        notificationType: 'investment',
      })
    },
  }),

  reaction(['investment.added', 'investment.removed', 'investment.restored'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  ...requestReactions,

  reaction(['adjustment.recorded', 'refund.recorded', 'entry.voided'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  reaction(['investment.changed'], {
    topics: ({ investorId, formerInvestorId }) => [`investor:${investorId}`, `investor:${formerInvestorId}`, 'admin'],
  }),

  reaction(['distribution.recorded', 'distribution.voided'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin'],
  }),

  reaction(['project.added'], {
    read: (actor, { projectId }) => picturesToEncode(actor, projectId),
    write: (actor, _event, pictureIds) => queueEncoding(actor, pictureIds),
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  reaction(['project.changed', 'project.removed', 'project.restored'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  reaction(['progress.reported'], {
    read: async (actor, { updateId, projectId, told }) => {
      const progress = told ? await findReportedProgress(actor, updateId) : null
      const audience = documentAudience(projectId, null)
      if (!progress || !audience) return null
      return { progress, told: await toldOf(actor, audience) }
    },
    write: async (actor, _event, found) => {
      if (!found) return
      const { project, percent, body } = found.progress
      const message = { title: `News of ${project}`, message: `${percent}% built. ${body}`.slice(0, 4000) }
      await notifyOfNews(actor, { ...message, notificationType: 'project' }, found.told)
    },
  }),

  reaction(['progress.reported', 'progress.changed'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  reaction(['picture.added'], {
    write: (actor, { pictureId }) => queueEncoding(actor, [pictureId]),
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  // The other addresses of the picture go on being answered: only what is rendered anew names better ones.
  reaction(['picture.encoded'], { topics: () => ['public'] }),

  reaction(['document.added', 'document.changed'], {
    read: async (actor, event) => {
      const { documentId, projectId, investorId } = event
      const isTold = event.kind === 'document.added' || event.told
      const document = isTold ? await findAddedDocument(actor, documentId) : null
      const audience = documentAudience(projectId, investorId)
      if (!document || !audience) return null
      return { document, told: await toldOf(actor, audience) }
    },
    write: async (actor, { kind }, found) => {
      if (!found) return
      const [title, words] =
        kind === 'document.added' ? ['New document', 'is ready'] : ['Document updated', 'was updated and is ready']
      const message = `${found.document.title} ${words} to download.`
      await notifyOfNews(actor, { title, message, notificationType: 'document' }, found.told)
    },
  }),

  reaction(['document.added', 'document.changed'], {
    read: (actor, { documentId }) => undrawnFileOf(actor, documentId),
    write: async (actor, _event, fileId) => {
      if (fileId) await enqueue(actor, 'make-preview', { fileId })
    },
  }),

  reaction(['document.drawn'], { topics: () => ['admin'] }),

  reaction(['document.added', 'document.changed', 'document.removed', 'document.restored'], {
    topics: topicsOfAudience,
  }),

  reaction(['document.changed'], {
    topics: ({ formerProjectId: projectId, formerInvestorId: investorId }) =>
      topicsOfAudience({ projectId, investorId }),
  }),

  reaction(['investor.changed', 'investor.removed', 'investor.restored'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  // Who was archived missed what was said to everybody; it is theirs as it is for who joins later.
  reaction(['investor.added', 'investor.restored'], {
    read: earlierMessagesToAll,
    write: (actor, { investorId }, earlier) => deliverAsRead(actor, investorId, earlier),
  }),

  reaction(['notification.sent'], {
    read: (actor, { notificationId }) => recipientsOfSent(actor, notificationId),
    write: async (actor, { notificationId: id }, sent) => {
      if (!sent) return
      await deliverOrQueue(actor, { id, sentAt: sent.sentAt, byEmail: sent.byEmail }, sent.recipients)
      await queueNotificationMails(actor, id, sent.mailed)
    },
  }),

  reaction(['notification.mailed'], {
    read: accountsOfBatch,
    write: (actor, { notificationId }, userIds) => queueNotificationMails(actor, notificationId, userIds),
    topics: () => ['admin'],
  }),

  // Nobody is mailed again: what changed stands in the portal.
  reaction(['notification.changed'], {
    read: async (actor, { notificationId, elsewhere }) => (elsewhere ? recipientsOfSent(actor, notificationId) : null),
    write: async (actor, { notificationId: id }, sent) => {
      if (sent) await deliverOrQueue(actor, { id, sentAt: sent.sentAt }, sent.recipients)
    },
    topics: (event) => [
      ...topicsOfMessage(event),
      ...topicsOfMessage({ projectId: event.formerProjectId, investorId: event.formerInvestorId }),
    ],
  }),

  reaction(['notification.sent', 'notification.delivered', 'notification.deleted'], { topics: topicsOfMessage }),

  reaction(['notifications.cleared'], { topics: () => ['admin'] }),

  reaction(['notification.read'], { topics: ({ investorId }) => [`investor:${investorId}`, 'admin'] }),

  reaction(['invitation.requested'], {
    write: (actor, { userId }) => queueMail(actor, { template: 'invitation', userId, subjectId: null }),
    topics: () => ['admin'],
  }),

  reaction(['invitation.withdrawn', 'invitation.used', 'recovery.used', 'confirmation.used'], {
    topics: () => ['admin'],
  }),

  reaction(['mail.repeated'], {
    write: (actor, { outboxId }) => enqueue(actor, 'send-mail', { outboxId, isRepeat: true }),
    topics: () => ['admin'],
  }),

  reaction(['mail.attempted'], { topics: () => ['admin'] }),

  // Whether the address is anybody's is found out by the worker, so that the answer takes as long for every address.
  reaction(['mail.requested'], {
    write: (actor, { requestId }) => enqueue(actor, 'answer-mail-request', { requestId }),
  }),

  reaction(['recovery.requested'], {
    write: (actor, { userId }) => queueMail(actor, { template: 'recovery', userId, subjectId: null }),
  }),

  reaction(['confirmation.requested'], {
    write: (actor, { userId }) => queueMail(actor, { template: 'confirmation', userId, subjectId: null }),
  }),

  reaction(['account.email-changed'], {
    read: (actor, { userId }) => lastFormerAddress(actor, userId),
    write: async (actor, { userId }, formerAddressId) => {
      await queueMail(actor, { template: 'email-changed', userId, subjectId: formerAddressId })
      await queueMail(actor, { template: 'confirmation', userId, subjectId: null })
    },
    topics: () => ['admin'],
  }),

  reaction(['account.password-set'], {
    write: (actor, { userId }) => queueMail(actor, { template: 'password-set', userId, subjectId: null }),
  }),

  reaction(['account.second-factor-reset'], {
    write: (actor, { userId }) => queueMail(actor, { template: 'second-factor-reset', userId, subjectId: null }),
    topics: () => ['admin'],
  }),

  // Who has no password yet learns what they may do when they use their invitation, so they are sent a fresh one.
  reaction(['account.role-changed'], {
    read: (actor, { userId }) => awaitsInvitation(actor, userId),
    write: (actor, { userId }, isInvited) =>
      queueMail(actor, { template: isInvited ? 'invitation' : 'role-changed', userId, subjectId: null }),
  }),

  reaction(['account.link-made'], {
    write: (actor, { userId }) => queueMail(actor, { template: 'link-made', userId, subjectId: null }),
    topics: () => ['admin'],
  }),

  // The person's own open pages are told too, so that they find out at once that their session has ended.
  reaction(['account.role-changed', 'account.status-changed', 'account.password-set', 'account.email-changed'], {
    topics: ({ investorId }) => (investorId ? ['admin', `investor:${investorId}`] : ['admin']),
  }),

  reaction(['inquiry.received'], {
    write: async (actor, { inquiryId: subjectId, suspected, acknowledged }) => {
      if (!suspected) await queueMail(actor, { template: 'inquiry', userId: null, subjectId })
      if (acknowledged) await queueMail(actor, { template: 'acknowledgement', userId: null, subjectId })
    },
    topics: () => ['admin'],
  }),

  reaction(['inquiry.changed'], { topics: () => ['admin'] }),

  // Whom its rows concern would be too many to name.
  reaction(['import.confirmed'], { topics: () => ['admin', 'all'] }),

  ...statementReactions,
  reaction(['company.changed'], { topics: () => ['admin', 'public'] }),
]
