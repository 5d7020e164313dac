import { findAddedDocument } from '../domain/documents/documents.server.ts'
import { fileWithoutPreview } from '../domain/documents/make-preview.server.ts'
import { documentAudience, listEarlierMessages } from '../domain/notifications/audience.server.ts'
import { topicsOfAudience } from '../domain/notifications/audience-topics.ts'
import { recipientsOfAudience } from '../domain/notifications/deliver-notification.server.ts'
import { deliverMarkedRead, notifyOfNews } from '../domain/notifications/notify.server.ts'
import { queueMail } from '../domain/outbox/outbox.server.ts'
import { picturesToEncode, queueEncoding } from '../domain/projects/encode-copies.server.ts'
import { findReportedProgress } from '../domain/projects/progress-updates.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { enqueue } from '../platform/jobs/jobs.server.ts'
import { accountReactions } from './account-reactions.server.ts'
import { distributionReactions } from './distribution-reactions.server.ts'
import { milestoneReactions } from './milestone-reactions.server.ts'
import { notificationReactions } from './notification-reactions.server.ts'
import { paymentAccountReactions } from './payment-account-reactions.server.ts'
import { paymentReactions } from './payment-reactions.server.ts'
import { planReactions } from './plan-reactions.server.ts'
import { requestReactions } from './request-reactions.server.ts'
import { statementReactions } from './statement-reactions.server.ts'
import { transactionReactions } from './transaction-reactions.server.ts'

/** The reactions to each event, in order. */
export const reactions: Reaction[] = [
  reaction(['investor.added'], {
    write: async (actor, { userId, invited }) => {
      if (invited) await queueMail(actor, { template: 'invitation', userId, subjectId: null })
    },
    topics: () => ['admin'],
  }),

  ...paymentReactions,

  reaction(['investment.added', 'investment.removed', 'investment.restored'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  ...requestReactions,

  reaction(['investment.changed'], {
    topics: ({ investorId, formerInvestorId }) => [
      `investor:${investorId}`,
      `investor:${formerInvestorId}`,
      'admin',
    ],
  }),

  reaction(['proposal.changed', 'approval-limits.changed', 'tasks.handed-over'], {
    topics: () => ['admin'],
  }),

  ...planReactions,
  ...distributionReactions,

  reaction(['project.added'], {
    read: (actor, { projectId }) => picturesToEncode(actor, projectId),
    write: (actor, _event, pictureIds) => queueEncoding(actor, pictureIds),
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  reaction(['project.changed', 'project.removed', 'project.restored', 'verification.changed'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  reaction(['progress.reported'], {
    read: async (actor, { updateId, projectId, told }) => {
      const progress = told ? await findReportedProgress(actor, updateId) : null
      const audience = documentAudience(projectId, null)
      if (!progress || !audience) return null
      return { progress, told: await recipientsOfAudience(actor, audience) }
    },
    write: async (actor, _event, found) => {
      if (!found) return
      const { project, percent, body } = found.progress
      const message = {
        title: `News about ${project}`,
        message: `${percent}% built. ${body}`.slice(0, 4000),
      }
      await notifyOfNews(actor, { ...message, notificationType: 'project' }, found.told)
    },
  }),

  reaction(['progress.reported', 'progress.changed'], {
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  ...milestoneReactions,

  reaction(['picture.added'], {
    write: (actor, { pictureId }) => queueEncoding(actor, [pictureId]),
    topics: ({ projectId }) => [`project:${projectId}`, 'admin', 'public'],
  }),

  // Old addresses of the picture stay valid; new renders use better ones.
  reaction(['picture.encoded'], { topics: () => ['public'] }),

  reaction(['document.added', 'document.changed'], {
    read: async (actor, event) => {
      const { documentId, projectId, investorId } = event
      const isNotified = event.kind === 'document.added' || event.told
      const document = isNotified ? await findAddedDocument(actor, documentId) : null
      const audience = documentAudience(projectId, investorId)
      if (!document || !audience) return null
      return { document, told: await recipientsOfAudience(actor, audience) }
    },
    write: async (actor, { kind, documentId }, found) => {
      if (!found) return
      const [title, words] =
        kind === 'document.added'
          ? ['New document', 'is ready']
          : ['Document updated', 'was updated and is ready']
      const message = `${found.document.title} ${words} to download.`
      await notifyOfNews(
        actor,
        { title, message, notificationType: 'document', documentId },
        found.told,
      )
    },
  }),

  reaction(['document.added', 'document.changed'], {
    read: (actor, { documentId }) => fileWithoutPreview(actor, documentId),
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

  // Archived people missed messages to everyone, and get them like new people.
  reaction(['investor.added', 'investor.restored'], {
    read: listEarlierMessages,
    write: (actor, { investorId }, earlier) => deliverMarkedRead(actor, investorId, earlier),
  }),

  ...notificationReactions,
  ...accountReactions,

  reaction(['inquiry.received'], {
    write: async (actor, { inquiryId: subjectId, suspected, acknowledged }) => {
      if (!suspected) await queueMail(actor, { template: 'inquiry', userId: null, subjectId })
      if (acknowledged)
        await queueMail(actor, { template: 'acknowledgement', userId: null, subjectId })
    },
    topics: () => ['admin'],
  }),

  reaction(['interest.code-needed'], {
    write: (actor, { interestId: subjectId }) =>
      queueMail(actor, { template: 'interest-code', userId: null, subjectId }),
  }),

  reaction(['waiting-list.joined'], {
    write: (actor, { entryId: subjectId }) =>
      queueMail(actor, { template: 'waiting-list-confirm', userId: null, subjectId }),
  }),
  reaction(['waiting-list.freed'], {
    write: (actor, { entryId: subjectId }) =>
      queueMail(actor, { template: 'waiting-list-free', userId: null, subjectId }),
  }),

  reaction(['inquiry.changed'], {
    topics: ({ investorId }) => (investorId ? [`investor:${investorId}`, 'admin'] : ['admin']),
  }),
  reaction(['contact.noted'], { topics: () => ['admin'] }),

  // An import affects too many people to name. Its ledger entries belong on statements of ended
  // periods,
  // which the nightly job reissues immediately.
  reaction(['import.confirmed'], {
    write: (actor) => enqueue(actor, 'issue-statements', null),
    topics: () => ['admin', 'all'],
  }),

  ...statementReactions,
  reaction(['company.changed'], { topics: () => ['admin', 'public'] }),
  ...transactionReactions,
  ...paymentAccountReactions,
  reaction(['exchange-rate.recorded'], { topics: () => ['admin', 'all'] }),
]
