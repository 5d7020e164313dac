import {
  findRequestForNotice,
  type RequestNotice,
} from '../domain/investment-requests/requests.server.ts'
import { accountOf } from '../domain/investors/investors.server.ts'
import { notifyInvestor } from '../domain/notifications/notify.server.ts'
import { queueMail } from '../domain/outbox/outbox.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { formatAmount } from '../values/money.ts'

/** Titles and texts by outcome, after "Your request to invest … in …". */
const outcomes = {
  'request.approved': [
    'Request Approved',
    () => 'has been approved. It is now one of your investments.',
  ],
  'request.declined': [
    'Request Declined',
    ({ reason }: RequestNotice) => `has been declined. Reason: ${reason}`,
  ],
  'request.expired': [
    'Request Expired',
    () => 'has expired: it was reserved for 14 days. You can send it again.',
  ],
} as const

const templates = {
  'request.sent': 'request-sent',
  'request.approved': 'request-approved',
  'request.declined': 'request-declined',
  'request.expired': 'request-expired',
} as const

export const requestReactions: Reaction[] = [
  reaction(['request.approved', 'request.declined', 'request.expired'], {
    read: (actor, { requestId }) => findRequestForNotice(actor, requestId),
    write: async (actor, { kind, investorId }, request) => {
      if (!request) return
      const [title, words] = outcomes[kind]
      const amount = formatAmount(request.amount, 'when-needed')
      await notifyInvestor(actor, {
        investorId,
        title,
        message: `Your request to invest ${amount} in ${request.project} ${words(request)}`,
        notificationType: 'investment',
      })
    },
  }),

  reaction(['request.sent', 'request.approved', 'request.declined', 'request.expired'], {
    read: (actor, { investorId }) => accountOf(actor, investorId),
    write: async (actor, { kind, requestId }, userId) => {
      if (userId)
        await queueMail(actor, { template: templates[kind], userId, subjectId: requestId })
    },
  }),

  reaction(['request.sent'], {
    write: async (actor, { requestId: subjectId }) => {
      await queueMail(actor, { template: 'request-received', userId: null, subjectId })
    },
  }),

  reaction(['request.withdrawn'], {
    write: async (actor, { requestId: subjectId }) => {
      await queueMail(actor, { template: 'request-withdrawn', userId: null, subjectId })
    },
  }),

  reaction(
    [
      'request.sent',
      'request.withdrawn',
      'request.approved',
      'request.declined',
      'request.expired',
    ],
    {
      // Public pages show Invest Now by what is left.
      topics: ({ investorId }) => [`investor:${investorId}`, 'admin', 'public'],
    },
  ),
]
