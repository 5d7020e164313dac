import { closedSentence } from '../domain/exchange-rates/left-by-rate.ts'
import {
  cancellationNotice,
  findInvestmentForNotice,
  resumptionNotice,
} from '../domain/investments/investment-notice.server.ts'
import { accountOf } from '../domain/investors/investors.server.ts'
import { notifyInvestor } from '../domain/notifications/notify.server.ts'
import { queueMail } from '../domain/outbox/outbox.server.ts'
import {
  type CorrectionNotice,
  refundNotice,
  voidNotice,
} from '../domain/payments/corrected-entry.ts'
import {
  findReceivedPayment,
  findRefund,
  findVoidedEntry,
} from '../domain/payments/received-payment.server.ts'
import type { Actor } from '../platform/database/database.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { formatPaid } from '../values/exchange-rate.ts'

async function notifyOfCorrection(
  actor: Actor,
  investorId: string,
  { title, sentence }: CorrectionNotice,
  reason: string,
) {
  const message = `${sentence} Reason: ${reason}`
  await notifyInvestor(actor, { investorId, title, message, notificationType: 'alert' })
}

export const paymentReactions: Reaction[] = [
  reaction(['payment.recorded'], {
    read: (actor, { paymentId }) => findReceivedPayment(actor, paymentId),
    write: async (actor, { investorId }, payment) => {
      if (!payment) return
      const amount = formatPaid(payment.amount, payment.paid)
      await notifyInvestor(actor, {
        investorId,
        title: 'Payment Received',
        message:
          `Your payment of ${amount} for the ${payment.project} project has been received. ${closedSentence(payment.closed)}`.trim(),
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

  reaction(['payment.reminded'], {
    read: (actor, { investorId }) => accountOf(actor, investorId),
    write: async (actor, { reminderId }, userId) => {
      if (userId)
        await queueMail(actor, { template: 'payment-reminder', userId, subjectId: reminderId })
    },
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  reaction(['entry.voided'], {
    read: (actor, { voidId }) => findVoidedEntry(actor, voidId),
    write: async (actor, { investorId }, voided) => {
      if (voided) await notifyOfCorrection(actor, investorId, voidNotice(voided), voided.reason)
    },
  }),

  reaction(['entry.voided'], {
    read: (actor, { investorId }) => accountOf(actor, investorId),
    write: async (actor, { voidId }, userId) => {
      if (userId) await queueMail(actor, { template: 'entry-voided', userId, subjectId: voidId })
    },
  }),

  reaction(['refund.recorded'], {
    read: (actor, { entryId }) => findRefund(actor, entryId),
    write: async (actor, { investorId }, refund) => {
      if (refund) await notifyOfCorrection(actor, investorId, refundNotice(refund), refund.reason)
    },
  }),

  reaction(['refund.recorded'], {
    read: (actor, { investorId }) => accountOf(actor, investorId),
    write: async (actor, { entryId }, userId) => {
      if (userId)
        await queueMail(actor, { template: 'refund-recorded', userId, subjectId: entryId })
    },
  }),

  reaction(['investment.cancelled', 'investment.resumed'], {
    read: (actor, { investmentId }) => findInvestmentForNotice(actor, investmentId),
    write: async (actor, { kind, investorId }, investment) => {
      if (!investment) return
      const message =
        kind === 'investment.cancelled'
          ? cancellationNotice(investment)
          : resumptionNotice(investment)
      await notifyInvestor(actor, { investorId, ...message })
    },
  }),

  reaction(['investment.cancelled', 'investment.resumed'], {
    read: (actor, { investorId }) => accountOf(actor, investorId),
    write: async (actor, { kind, investmentId }, userId) => {
      const template =
        kind === 'investment.cancelled' ? 'investment-cancelled' : 'investment-resumed'
      if (userId) await queueMail(actor, { template, userId, subjectId: investmentId })
    },
  }),

  reaction(['adjustment.recorded', 'refund.recorded', 'entry.voided'], {
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),
]
