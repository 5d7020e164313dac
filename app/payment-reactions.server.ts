import { accountOf } from './domain/investors/investors.server.ts'
import { notifyInvestor } from './domain/notifications/notify.server.ts'
import { queueMail } from './domain/outbox/outbox.server.ts'
import { findReceivedPayment, findRefund, findVoidedEntry } from './domain/payments/received-payment.server.ts'
import { type Reaction, reaction } from './platform/events.server.ts'
import { formatAmount } from './values/money.ts'

/** Title and subject of the message about a void, by what was voided. */
const voidWords = {
  payment: ['Payment Voided', 'Your payment'],
  refund: ['Refund Voided', 'The refund'],
  adjustment: ['Adjustment Voided', 'An adjustment'],
} as const

/** What follows from what is booked in a ledger; part of the one list in reactions.server.ts. */
export const paymentReactions: Reaction[] = [
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

  reaction(['adjustment.recorded', 'refund.recorded', 'entry.voided'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),
]
