import { hasOpenTransactions } from '../domain/bank-transactions/suggest-matches.server.ts'
import { isImportOf } from '../domain/imports/imports.server.ts'
import { notifyInvestor } from '../domain/notifications/notify.server.ts'
import { findDeclinedProof } from '../domain/payment-proofs/proofs.server.ts'
import { type Reaction, reaction } from '../platform/events.server.ts'
import { enqueue } from '../platform/jobs/jobs.server.ts'

export const transactionReactions: Reaction[] = [
  reaction(['statement.uploaded'], {
    write: (actor, { statementFileId }) =>
      enqueue(actor, 'match-transactions', { statementFileId }),
    topics: () => ['admin'],
  }),

  // A line of another statement may be open again.
  reaction(['statement.withdrawn'], {
    write: (actor) => enqueue(actor, 'match-transactions', {}),
    topics: () => ['admin'],
  }),

  reaction(['transaction.changed'], {
    write: async (actor, { transactionId, automatic }) => {
      if (!automatic) await enqueue(actor, 'match-transactions', { transactionId })
    },
    topics: () => ['admin'],
  }),

  reaction(['payer.forgotten'], {
    write: (actor, { investorId }) => enqueue(actor, 'match-transactions', { investorId }),
    topics: () => ['admin'],
  }),

  // What remains of an investment, its next instalment and the rate of a day decide what a transaction may be.
  reaction(['payment.recorded', 'refund.recorded', 'entry.voided', 'plan.agreed'], {
    read: (actor) => hasOpenTransactions(actor),
    write: async (actor, { investorId }, isAnyOpen) => {
      if (isAnyOpen) await enqueue(actor, 'match-transactions', { investorId })
    },
  }),

  reaction(['milestone.reached', 'milestone.voided'], {
    read: (actor) => hasOpenTransactions(actor),
    write: async (actor, { projectId }, isAnyOpen) => {
      if (isAnyOpen) await enqueue(actor, 'match-transactions', { projectId })
    },
  }),

  reaction(['import.confirmed'], {
    read: async (actor, { importId }) =>
      (await isImportOf(actor, importId, ['investments', 'payments', 'payment-plans'])) &&
      (await hasOpenTransactions(actor)),
    write: async (actor, _event, isConcerned) => {
      if (isConcerned) await enqueue(actor, 'match-transactions', {})
    },
  }),

  reaction(['exchange-rate.recorded'], {
    read: (actor) => hasOpenTransactions(actor),
    write: async (actor, { rateId }, isAnyOpen) => {
      if (isAnyOpen) await enqueue(actor, 'match-transactions', { rateId })
    },
  }),

  reaction(['transactions.suggested'], { topics: () => ['admin'] }),

  reaction(['proof.submitted', 'proof.withdrawn'], {
    write: (actor, { proofId }) => enqueue(actor, 'match-transactions', { proofId }),
    topics: ({ investorId }) => [`investor:${investorId}`, 'admin'],
  }),

  reaction(['proof.decided'], {
    read: (actor, { proofId }) => findDeclinedProof(actor, proofId),
    write: async (actor, { proofId, investorId }, proof) => {
      await enqueue(actor, 'match-transactions', { proofId })
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
