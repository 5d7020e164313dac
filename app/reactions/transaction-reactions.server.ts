import { hasOpenTransactions } from '../domain/bank-transactions/suggest-matches.server.ts'
import { notifyInvestor } from '../domain/notifications/notify.server.ts'
import { findDeclinedProof } from '../domain/payment-proofs/proofs.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { enqueue } from '../platform/jobs/jobs.server.ts'

export const transactionReactions: Reaction[] = [
  reaction(['statement.uploaded', 'transaction.changed', 'payer.forgotten'], {
    write: async (actor, event) => {
      if (event.kind === 'transaction.changed' && event.automatic) return
      await enqueue(actor, 'match-transactions', {})
    },
    topics: () => ['admin'],
  }),

  // What remains of an investment, and the rate of a day, decide what a transaction may be.
  reaction(['payment.recorded', 'refund.recorded', 'entry.voided', 'exchange-rate.recorded'], {
    read: (actor) => hasOpenTransactions(actor),
    write: async (actor, _event, isAnyOpen) => {
      if (isAnyOpen) await enqueue(actor, 'match-transactions', {})
    },
  }),

  reaction(['transactions.suggested'], { topics: () => ['admin'] }),

  reaction(['proof.submitted', 'proof.withdrawn'], {
    write: (actor) => enqueue(actor, 'match-transactions', {}),
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  reaction(['proof.decided'], {
    read: (actor, { proofId }) => findDeclinedProof(actor, proofId),
    write: async (actor, { investorId }, proof) => {
      await enqueue(actor, 'match-transactions', {})
      if (proof)
        await notifyInvestor(actor, {
          investorId,
          title: 'Payment Message Not Accepted',
          message: `What you sent in about a payment for the ${proof.project} project was not accepted. Reason: ${proof.reason}`,
          notificationType: 'alert',
        })
    },
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),
]
