import { index, layout, prefix, type RouteConfigEntry, route } from '@react-router/dev/routes'
import { projectFiles, projectPages } from './projects/routes.ts'

/** Pages are inside the layout; files and streams are outside it, because their errors are not pages. */
const officePages: RouteConfigEntry[] = [
  layout('office/layout.tsx', [
    ...prefix('admin-dashboard', [
      // pages
      index('office/dashboard/route.tsx'),
      route('investors', 'office/investors/route.tsx', [
        route('new', 'office/investors/new/route.tsx'),
        route('invitations', 'office/investors/invitations/route.tsx'),
        route(':investorId/invitation-link', 'office/investors/invitation-link/route.tsx'),
        route(':investorId/invitation', 'office/investors/invitation/route.tsx'),
        // The same dialog, for a new investor whose invitation cannot be sent.
        route(':investorId/added', 'office/investors/invitation/route.tsx', {
          id: 'office/investors/added',
        }),
        route(':investorId/edit', 'office/investors/edit/route.tsx'),
        route(':investorId/password', 'office/investors/password/route.tsx'),
        route(':investorId/password/set', 'office/investors/password/set/route.tsx'),
        route(':investorId/removal', 'office/investors/removal/route.tsx'),
        route(':investorId/restore', 'office/investors/restore/route.tsx'),
      ]),
      route('investors/:investorId', 'office/investors/$investor/route.tsx', [
        route('profile/edit', 'office/investors/edit/route.tsx', { id: 'office/investor/edit' }),
        route('profile/password', 'office/investors/password/route.tsx', {
          id: 'office/investor/password',
        }),
        route('profile/password/set', 'office/investors/password/set/route.tsx', {
          id: 'office/investor/password-set',
        }),
        route('profile/invitation', 'office/investors/invitation/route.tsx', {
          id: 'office/investor/invitation',
        }),
        route('profile/invitation-link', 'office/investors/invitation-link/route.tsx', {
          id: 'office/investor/invitation-link',
        }),
        route('profile/removal', 'office/investors/removal/route.tsx', {
          id: 'office/investor/removal',
        }),
        route('profile/restore', 'office/investors/restore/route.tsx', {
          id: 'office/investor/restore',
        }),
        route('profile/note', 'office/receivables/note/route.tsx', {
          id: 'office/investor/note',
        }),
        route('profile/statement', 'office/investors/$investor/statement/route.tsx'),
        route('profile/investment', 'office/investments/new/route.tsx', {
          id: 'office/investor/investment',
        }),
      ]),
      ...projectPages,
      route('documents', 'office/documents/route.tsx', [
        route('new', 'office/documents/new/route.tsx'),
        route(':id/edit', 'office/documents/edit/route.tsx'),
        route(':id/removal', 'office/documents/removal/route.tsx'),
      ]),
      route('documents/:id', 'office/documents/$document/route.tsx', [
        route('about/edit', 'office/documents/edit/route.tsx', { id: 'office/document/edit' }),
        route('about/removal', 'office/documents/removal/route.tsx', {
          id: 'office/document/removal',
        }),
      ]),
      route('documents/:id/missing-file', 'office/documents/$document/missing-file/route.tsx'),
      route('notifications', 'office/notifications/route.tsx', [
        route('new', 'office/notifications/new/route.tsx'),
        route(':notificationId/edit', 'office/notifications/edit/route.tsx'),
        route(':notificationId/removal', 'office/notifications/removal/route.tsx'),
      ]),
      route('inquiries', 'office/inquiries/route.tsx', [
        route(':inquiryId', 'office/inquiries/$inquiry/route.tsx', [
          route('convert', 'office/inquiries/$inquiry/convert/route.tsx'),
        ]),
      ]),
      route('investments', 'office/investments/route.tsx', [
        route('new', 'office/investments/new/route.tsx'),
        route(':investmentId/payment', 'office/investments/payment/route.tsx'),
        route(':investmentId/edit', 'office/investments/edit/route.tsx'),
        route(':investmentId/removal', 'office/investments/removal/route.tsx'),
        route(':investmentId/restore', 'office/investments/restore/route.tsx'),
      ]),
      route('investments/:investmentId', 'office/investments/$investment/route.tsx', [
        route('ledger/payment', 'office/investments/payment/route.tsx', {
          id: 'office/investment/payment',
        }),
        route('ledger/edit', 'office/investments/edit/route.tsx', { id: 'office/investment/edit' }),
        route('ledger/refund', 'office/investments/$investment/refund/route.tsx'),
        route('ledger/adjustment', 'office/investments/$investment/adjustment/route.tsx'),
        route('ledger/void/:entryId', 'office/investments/$investment/void/route.tsx'),
      ]),
      route('investments/:investmentId/plan', 'office/investments/plan/route.tsx'),
      route('payments', 'office/payments/route.tsx'),
      route('payments/journal', 'office/payments/journal/route.tsx'),
      route('receivables', 'office/receivables/route.tsx', [
        route('reminders', 'office/receivables/reminders/route.tsx'),
        route(':investorId', 'office/receivables/investor/route.tsx'),
        route(':investorId/note', 'office/receivables/note/route.tsx'),
      ]),
      route('forecast', 'office/forecast/route.tsx'),
      route('transactions', 'office/transactions/route.tsx', [
        route(':transactionId/match', 'office/transactions/match/route.tsx'),
        route(':transactionId/exclude', 'office/transactions/exclude/route.tsx'),
        route(':transactionId/return', 'office/transactions/return/route.tsx'),
        route(':transactionId/undo', 'office/transactions/undo/route.tsx'),
      ]),
      route('transactions/payers', 'office/transactions/payers/route.tsx'),
      route('transactions/proofs', 'office/transactions/proofs/route.tsx'),
      route('transactions/reconciliation', 'office/transactions/reconciliation/route.tsx'),
      route('approvals', 'office/approvals/route.tsx', [
        route('limits', 'office/approvals/limits/route.tsx'),
        route(':proposalId', 'office/approvals/$proposal/route.tsx'),
      ]),
      route('requests', 'office/requests/route.tsx', [
        route(':requestId/approve', 'office/requests/approve/route.tsx'),
        route(':requestId/decline', 'office/requests/decline/route.tsx'),
      ]),
      route('distributions', 'office/distributions/route.tsx'),
      route('distributions/new', 'office/distributions/new/route.tsx'),
      route('distributions/:distributionId', 'office/distributions/$distribution/route.tsx', [
        route('send', 'office/distributions/$distribution/send/route.tsx'),
        route('void', 'office/distributions/$distribution/void/route.tsx'),
      ]),
      route('users', 'office/users/route.tsx', [
        route('new', 'office/users/new/route.tsx'),
        route(':userId/role/:role', 'office/users/role/route.tsx'),
        route(':userId/password', 'office/users/password/route.tsx'),
        route(':userId/status', 'office/users/status/route.tsx'),
        route(':userId/sessions', 'office/users/sessions/route.tsx'),
      ]),
      route('users/verify-email', 'office/users/verify-email/route.tsx'),
      route('users/promote', 'office/users/role/route.tsx', { id: 'office/users/promote' }),
      route('users/update-password', 'office/users/password/route.tsx', {
        id: 'office/users/update-password',
      }),
      route('users/update-email', 'office/users/update-email/route.tsx', [
        route(':userId/updated', 'office/users/update-email/updated/route.tsx'),
      ]),
      route('users/batch-emails', 'office/users/batch-emails/route.tsx'),
      route('outbox', 'office/outbox/route.tsx', [
        route(':mailId', 'office/outbox/mail/route.tsx'),
      ]),
      route('import', 'office/import/route.tsx'),
      route('import/:list', 'office/import/file/route.tsx'),
      route('import/:list/:importId', 'office/import/check/route.tsx'),
      route('statements', 'office/statements/route.tsx'),
      route('statements/new', 'office/statements/new/route.tsx'),
      route('statements/drafts/:draftId', 'office/statements/draft/route.tsx'),
      route('statements/drafts/:draftId/columns', 'office/statements/columns/route.tsx'),
      route('statements/drafts/:draftId/totals', 'office/statements/totals/route.tsx'),
      route('statements/:statementFileId', 'office/statements/$statement/route.tsx', [
        route('withdraw', 'office/statements/withdraw/route.tsx'),
      ]),
      route('company', 'office/company/route.tsx', [
        route('logo', 'office/company/logo/route.tsx'),
        route('accounts/new', 'office/company/account/route.tsx', {
          id: 'office/company/account/new',
        }),
        route('accounts/:accountId', 'office/company/account/route.tsx'),
        route('directors/new', 'office/company/director/route.tsx', {
          id: 'office/company/director/new',
        }),
        route('directors/:directorId', 'office/company/director/route.tsx'),
        route('legal-texts/:kind', 'office/company/legal-text/route.tsx'),
      ]),
      route('exchange-rates', 'office/exchange-rates/route.tsx', [
        route('new', 'office/exchange-rates/new/route.tsx'),
      ]),
      route('audit', 'office/audit/route.tsx'),
      route('security', 'office/security/route.tsx', [
        route('reset-second-factor', 'office/security/reset/route.tsx'),
      ]),
      route('*', 'office/not-found/route.tsx'),
    ]),
    // A second address of the page; its dialogs stay at the first.
    route('manage-users', 'office/users/route.tsx', { id: 'office/manage-users' }),
  ]),
  // files and streams
  ...prefix('admin-dashboard', [
    route('choices', 'office/choices/route.ts'),
    route('jump', 'office/jump/route.ts'),
    route('investors/export', 'office/investors/export/route.ts'),
    ...projectFiles,
    route('investments/export', 'office/investments/export/route.ts'),
    route('investments/export-payments', 'office/investments/export-payments/route.ts'),
    route('investments/export-plans', 'office/investments/export-plans/route.ts'),
    route('payments/export', 'office/payments/export/route.ts'),
    route('payments/journal/export', 'office/payments/journal/export/route.ts'),
    route(
      'transactions/reconciliation/export',
      'office/transactions/reconciliation/export/route.ts',
    ),
    route('receivables/export', 'office/receivables/export/route.ts'),
    route('receivables/export-lines', 'office/receivables/export-lines/route.ts'),
    route('forecast/export', 'office/forecast/export/route.ts'),
    route('requests/export', 'office/requests/export/route.ts'),
    route('distributions/export', 'office/distributions/export/route.ts'),
    route('inquiries/export', 'office/inquiries/export/route.ts'),
    route('exchange-rates/export', 'office/exchange-rates/export/route.ts'),
    route('users/export', 'office/users/export/route.ts'),
    route('documents/export', 'office/documents/export/route.ts'),
    route('notifications/export', 'office/notifications/export/route.ts'),
    route('outbox/export', 'office/outbox/export/route.ts'),
    route('investors/:investorId/reminders', 'office/investors/reminders/route.ts'),
    route('documents/new/upload', 'office/documents/new/upload/route.ts'),
    route('documents/:id/edit/upload', 'office/documents/edit/upload/route.ts'),
    route('documents/:id/about/edit/upload', 'office/documents/edit/upload/route.ts', {
      id: 'office/document/edit/upload',
    }),
    route('documents/:id/restore', 'office/documents/restore/route.ts'),
    route('transactions/proofs/:proofId/slip', 'office/transactions/proofs/slip/route.ts'),
    route('documents/:id/file', 'office/documents/file/route.ts'),
    route('statements/new/upload', 'office/statements/new/upload/route.ts'),
    route('statements/:statementId/pdf', 'office/statement-pdf/route.ts'),
    route('receipts/:receiptNumber/pdf', 'office/receipt-pdf/route.ts'),
    route(
      'investments/:investmentId/schedule/pdf',
      'office/investments/$investment/schedule/route.ts',
    ),
    route(
      'investments/:investmentId/how-to-pay/pdf',
      'office/investments/$investment/how-to-pay/pdf/route.ts',
    ),
    route('documents/:id/preview', 'office/documents/$document/preview/route.ts'),
    route('documents/:id/files/:number', 'office/documents/$document/earlier-file/route.ts'),
    route('notifications/reach', 'office/notifications/reach/route.ts'),
    route('import/:list/template', 'office/import/downloads/route.ts'),
    route('import/:list/:importId/problems', 'office/import/downloads/route.ts', {
      id: 'office/import/problems',
    }),
    route('import/:list/:importId/left-out', 'office/import/downloads/route.ts', {
      id: 'office/import/left-out',
    }),
    route('audit/export', 'office/audit/export/route.ts'),
    route('live', 'office/live/route.ts'),
  ]),
]

/** The guard stands before all of them. */
export const officeRoutes: RouteConfigEntry[] = [layout('office/guard.ts', officePages)]
