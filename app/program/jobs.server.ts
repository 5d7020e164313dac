import { accountMails } from '../domain/accounts/account-mails.server.tsx'
import { recordAddressState } from '../domain/accounts/address-state.server.ts'
import { composeInvitation } from '../domain/accounts/invitations/invitation-mail.server.tsx'
import { answerMailRequest } from '../domain/accounts/recovery/mail-requests.server.ts'
import { sweepAccounts } from '../domain/accounts/sign-in/sweep.server.ts'
import { sealAuditLog } from '../domain/audit/seal-audit-log.server.ts'
import { matchAutomatically } from '../domain/bank-transactions/match-automatically.server.ts'
import { sweepStatementDrafts } from '../domain/bank-transactions/statement-draft.server.ts'
import { findInstallation } from '../domain/company/company.server.ts'
import { makePreview, queueMissingPreviews } from '../domain/documents/make-preview.server.ts'
import { sweepImports } from '../domain/imports/imports.server.ts'
import {
  composeAcknowledgement,
  composeInquiry,
  composeInterestCode,
} from '../domain/inquiries/inquiry-mail.server.tsx'
import { sweepInquiries } from '../domain/inquiries/sweep-inquiries.server.ts'
import { tellWaitingLists } from '../domain/inquiries/waiting-list.server.ts'
import {
  composeWaitingListConfirm,
  composeWaitingListFree,
} from '../domain/inquiries/waiting-list-mail.server.tsx'
import {
  expireRequests,
  sweepDrafts,
} from '../domain/investment-requests/expire-requests.server.ts'
import {
  composeReceivedRequest,
  composeWithdrawnRequest,
  requestMails,
} from '../domain/investment-requests/request-mail.server.tsx'
import { investmentMails } from '../domain/investments/investment-mail.server.tsx'
import { fanOutNotification } from '../domain/notifications/deliver-notification.server.ts'
import { composeNotification } from '../domain/notifications/notification-mail.server.tsx'
import type { Composers } from '../domain/outbox/outbox.server.ts'
import { requeueWaitingMail, sendQueuedMail } from '../domain/outbox/send-mail.server.ts'
import { queueReminders } from '../domain/payment-reminders/queue-reminders.server.ts'
import { composeReminder } from '../domain/payment-reminders/reminder-mail.server.tsx'
import { correctionMails } from '../domain/payments/correction-mails.server.tsx'
import { composeReceipt } from '../domain/payments/receipt-mail.server.tsx'
import { encodeCopies, queueMissingCopies } from '../domain/projects/encode-copies.server.ts'
import {
  issueEndedStatements,
  reissueAfterBurst,
} from '../domain/statements/issue-statement.server.ts'
import { sweepUnknownCodes } from '../domain/statements/verify-document.server.ts'
import { forgetOldKeys } from '../platform/database/exactly-once.server.ts'
import { type MailTransport, mailTransports } from '../platform/email/mail.server.ts'
import { watchMailServers } from '../platform/email/mail-outage.server.ts'
import { files } from '../platform/files/files.server.ts'
import { listenFor } from '../platform/http/live.server.ts'
import { enqueue, hastenJobs, workJobs } from '../platform/jobs/jobs.server.ts'
import { log } from '../platform/observability/log.server.ts'
import { officeJob, workerCommand } from '../platform/session/unattended.server.ts'

/** The composer of every email. @internal */
export const composers: Composers = {
  invitation: composeInvitation,
  receipt: composeReceipt,
  'payment-reminder': composeReminder,
  notification: composeNotification,
  inquiry: composeInquiry,
  acknowledgement: composeAcknowledgement,
  'interest-code': composeInterestCode,
  'waiting-list-confirm': composeWaitingListConfirm,
  'waiting-list-free': composeWaitingListFree,
  'request-received': composeReceivedRequest,
  'request-withdrawn': composeWithdrawnRequest,
  ...correctionMails,
  ...investmentMails,
  ...requestMails,
  ...accountMails,
}

/** Later retries keep their growing pauses, so that an email that causes the outage fails in time. */
const quickTries = 10

const hastenMail = (most: number | null) =>
  workerCommand((worker) => hastenJobs(worker, 'send-mail', { most, quickTries }))

let takeBackup: (() => Promise<string>) | null = null

/** Sets what takes a backup when one is due, and answers what it did; the server's, because backups are no part of the bundle. */
export function provideBackup(take: () => Promise<string>): void {
  takeBackup = take
}

async function backUp(): Promise<void> {
  const summary = await takeBackup?.()
  if (summary) log.info('backed up', { summary })
}

/** Runs all job handlers until stopped; `given` is for tests. */
export async function startWorker(
  ...given: MailTransport[]
): Promise<{ stop: () => Promise<void> }> {
  const { demo } = await workerCommand(findInstallation)
  const mail = watchMailServers(given.length > 0 ? given : mailTransports(demo), hastenMail)
  const { transports } = mail
  // Sending that failed with the database is retried without growing pauses.
  const stopListening = listenFor([], mail.lookAgain)
  if (transports.length > 0) await workerCommand(requeueWaitingMail)
  else log.warn('emails are waiting in the outbox: SMTP_URL is not set')
  // A failing store must not delay email; the nightly sweep tries again.
  await files.sweep().catch((fault) => log.error('unused files were not removed', fault))
  await workerCommand(queueMissingCopies)
  await workerCommand(queueMissingPreviews)
  const jobs = await workJobs({
    'send-mail': ({ outboxId, isRepeat = false }, isLastAttempt) =>
      sendQueuedMail(outboxId, {
        workerCommand,
        composers,
        noteAddress: recordAddressState,
        transports,
        isLastAttempt,
        isRepeat,
      }),
    'fan-out-notification': (notification) => fanOutNotification(notification, workerCommand),
    'encode-picture': ({ pictureId }) => encodeCopies(pictureId, workerCommand),
    'make-preview': ({ fileId }) => makePreview(fileId, workerCommand),
    'answer-mail-request': ({ requestId }) =>
      workerCommand((worker) => answerMailRequest(worker, requestId)),
    'expire-requests': async () => {
      await workerCommand(expireRequests)
      await workerCommand(tellWaitingLists)
    },
    'issue-statements': () => issueEndedStatements(workerCommand),
    'send-reminders': async () => void (await queueReminders(workerCommand)),
    'restate-statements': (whose) => reissueAfterBurst(whose, workerCommand),
    'match-transactions': (cause) =>
      matchAutomatically(cause ?? {}, { worker: workerCommand, office: officeJob }),
    'seal-audit-log': () => sealAuditLog(workerCommand),
    'take-backup': backUp,
    sweep,
  })
  return {
    stop: async () => {
      stopListening()
      await mail.stop()
      await jobs.stop()
    },
  }
}

/** Deletes expired rows and files. */
async function sweep() {
  await workerCommand(async (worker) => {
    await forgetOldKeys(worker)
    await sweepAccounts(worker)
    await sweepInquiries(worker)
    await sweepImports(worker)
    await sweepUnknownCodes(worker)
    await sweepDrafts(worker)
    await sweepStatementDrafts(worker)
    // For what no single change led to, such as another name of an investor.
    await enqueue(worker, 'match-transactions', {})
  })
  await files.sweep()
}
