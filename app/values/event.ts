/** Events in the past tense with ids only; reactions look up the rest with their own rights. */
export type DomainEvent =
  | { kind: 'investor.added'; investorId: string; userId: string; invited: boolean }
  | { kind: 'investor.changed'; investorId: string }
  | { kind: 'investor.removed'; investorId: string }
  | { kind: 'investor.restored'; investorId: string }
  | { kind: 'project.added'; projectId: string }
  | { kind: 'project.changed'; projectId: string }
  | { kind: 'project.removed'; projectId: string }
  | { kind: 'project.restored'; projectId: string }
  | { kind: 'progress.reported'; updateId: string; projectId: string; told: boolean }
  | { kind: 'progress.changed'; projectId: string }
  | { kind: 'milestone.changed'; milestoneId: string; projectId: string }
  | { kind: 'milestone.reached'; milestoneId: string; projectId: string }
  | { kind: 'milestone.voided'; milestoneId: string; projectId: string }
  | { kind: 'verification.changed'; itemId: string; projectId: string }
  | { kind: 'plan-template.changed'; templateId: string; projectId: string }
  | {
      kind: 'plan.agreed'
      planId: string
      investmentId: string
      investorId: string
      projectId: string
    }
  | { kind: 'picture.added'; pictureId: string; projectId: string }
  | { kind: 'picture.encoded'; pictureId: string; projectId: string }
  | { kind: 'investment.added'; investmentId: string; investorId: string; projectId: string }
  | {
      kind: 'payment.recorded'
      paymentId: string
      investmentId: string
      investorId: string
      projectId: string
    }
  | { kind: 'payment.reminded'; reminderId: string; investmentId: string; investorId: string }
  | {
      kind: 'investment.changed'
      investmentId: string
      investorId: string
      formerInvestorId: string
      projectId: string
    }
  | { kind: 'investment.cancelled'; investmentId: string; investorId: string; projectId: string }
  | { kind: 'investment.resumed'; investmentId: string; investorId: string; projectId: string }
  | { kind: 'investment.removed'; investmentId: string; investorId: string; projectId: string }
  | { kind: 'investment.restored'; investmentId: string; investorId: string; projectId: string }
  | { kind: 'request.sent'; requestId: string; investorId: string; projectId: string }
  | { kind: 'request.withdrawn'; requestId: string; investorId: string; projectId: string }
  | { kind: 'request.approved'; requestId: string; investorId: string; projectId: string }
  | { kind: 'request.declined'; requestId: string; investorId: string; projectId: string }
  | { kind: 'request.expired'; requestId: string; investorId: string; projectId: string }
  | {
      kind: 'refund.recorded'
      entryId: string
      investmentId: string
      investorId: string
      projectId: string
    }
  | {
      kind: 'adjustment.recorded'
      entryId: string
      investmentId: string
      investorId: string
      projectId: string
    }
  | {
      kind: 'entry.voided'
      voidId: string
      investmentId: string
      investorId: string
      projectId: string
    }
  | { kind: 'proposal.changed'; proposalId: string }
  | { kind: 'approval-limits.changed' }
  | { kind: 'tasks.handed-over'; from: string; to: string }
  | { kind: 'distribution.recorded'; distributionId: string; projectId: string }
  | { kind: 'distribution.sent'; sendingId: string; distributionId: string; projectId: string }
  | { kind: 'distribution.voided'; distributionId: string; projectId: string }
  | { kind: 'contact.noted'; noteId: string; investorId: string }
  | { kind: 'statement.issued'; statementId: string; investorId: string }
  | {
      kind: 'document.added'
      documentId: string
      projectId: string | null
      investorId: string | null
    }
  | {
      kind: 'document.changed'
      documentId: string
      projectId: string | null
      investorId: string | null
      formerProjectId: string | null
      formerInvestorId: string | null
      told: boolean
    }
  | { kind: 'document.drawn'; documentId: string }
  | {
      kind: 'document.removed'
      documentId: string
      projectId: string | null
      investorId: string | null
    }
  | {
      kind: 'document.restored'
      documentId: string
      projectId: string | null
      investorId: string | null
    }
  | {
      kind: 'notification.sent'
      notificationId: string
      projectId: string | null
      investorId: string | null
    }
  | {
      kind: 'notification.delivered'
      notificationId: string
      projectId: string | null
      investorId: string | null
    }
  | { kind: 'notification.mailed'; notificationId: string; after: string | null; upTo: string }
  | {
      kind: 'notification.changed'
      notificationId: string
      projectId: string | null
      investorId: string | null
      formerProjectId: string | null
      formerInvestorId: string | null
      elsewhere: boolean
    }
  | {
      kind: 'notification.deleted'
      notificationId: string
      projectId: string | null
      investorId: string | null
    }
  | { kind: 'notifications.cleared' }
  | { kind: 'notification.read'; investorId: string }
  | { kind: 'invitation.requested'; userId: string }
  | { kind: 'invitation.withdrawn'; userId: string }
  | { kind: 'invitation.used'; userId: string }
  | { kind: 'mail.requested'; requestId: string }
  | { kind: 'recovery.requested'; userId: string }
  | { kind: 'recovery.used'; userId: string }
  | { kind: 'confirmation.requested'; userId: string }
  | { kind: 'confirmation.used'; userId: string }
  | { kind: 'account.role-changed'; userId: string; investorId: string | null }
  | { kind: 'account.status-changed'; userId: string; investorId: string | null }
  | { kind: 'account.password-set'; userId: string; investorId: string | null }
  | { kind: 'account.email-changed'; userId: string; investorId: string | null }
  | { kind: 'inquiry.received'; inquiryId: string; suspected: boolean; acknowledged: boolean }
  /** `investorId`: whose question it is, where the portal shows it. */
  | { kind: 'interest.code-needed'; interestId: string }
  | { kind: 'waiting-list.joined'; entryId: string }
  | { kind: 'waiting-list.freed'; entryId: string }
  | { kind: 'inquiry.changed'; inquiryId: string; investorId?: string | null }
  | { kind: 'account.second-factor-reset'; userId: string }
  | { kind: 'account.link-made'; userId: string }
  | { kind: 'account.device-added'; userId: string; deviceId: string }
  | { kind: 'account.sign-in-changed'; userId: string; change: SignInChange }
  | { kind: 'mail.repeated'; outboxId: string }
  | { kind: 'mail.attempted'; outboxId: string }
  | { kind: 'import.confirmed'; importId: string }
  | { kind: 'company.changed' }
  | { kind: 'payment-accounts.changed'; accountId: string; news: PaymentAccountNews | null }
  | { kind: 'exchange-rate.recorded'; rateId: string }
  | { kind: 'statement.uploaded'; statementFileId: string }
  | { kind: 'statement.withdrawn'; statementFileId: string }
  | { kind: 'transaction.changed'; transactionId: string; automatic: boolean }
  | { kind: 'transactions.suggested' }
  | { kind: 'payer.forgotten'; investorId: string }
  | { kind: 'proof.submitted'; proofId: string; investorId: string }
  | { kind: 'proof.decided'; proofId: string; investorId: string }
  | { kind: 'proof.withdrawn'; proofId: string; investorId: string }

/** What investors are notified of; without news they pay as before. */
export type PaymentAccountNews = 'opened' | 'changed' | 'closed'

/** A change of one's own sign-in, which is notified by email in case someone else made it. */
export type SignInChange =
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed'

/** Topics of open pages; sent by NOTIFY without contents. */
export type Topic =
  | `investor:${string}`
  | `project:${string}`
  | `account:${string}`
  | 'all'
  | 'admin'
  | 'public'
