import { index, layout, prefix, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** Pages are inside the layout; files and streams are outside it, because their errors are not pages. */
export const portalRoutes: RouteConfigEntry[] = [
  route('manifest.webmanifest', 'portal/manifest/route.ts'),
  ...prefix('investment-dashboard', [
    layout('portal/layout.tsx', [
      // pages
      route('documents', 'portal/documents/route.tsx'),
      route('documents/:id/missing-file', 'portal/documents/missing-file/route.tsx'),
      route('notifications', 'portal/notifications/route.tsx'),
      route('my-notifications', 'portal/notifications/route.tsx', {
        id: 'portal/my-notifications',
      }),
      index('portal/dashboard/route.tsx'),
      route('investments', 'portal/investments/route.tsx', [
        route('requests/:requestId/withdraw', 'portal/requests/withdraw/route.tsx'),
      ]),
      route('investments/:investmentId', 'portal/investments/$investment/route.tsx', [
        route('proof', 'portal/investments/$investment/proof/route.tsx'),
        route('proof/:proofId/withdraw', 'portal/investments/$investment/proof/withdraw/route.tsx'),
      ]),
      route('projects', 'portal/projects/route.tsx'),
      route('receipts/:receiptNumber', 'portal/receipt/route.tsx'),
      route('statements', 'portal/statements/route.tsx'),
      route('statements/:statementId', 'portal/statements/$statement/route.tsx'),
      route('contact', 'portal/contact/route.tsx'),
      route('settings', 'portal/settings/route.tsx'),
      route('*', 'portal/not-found/route.tsx'),
    ]),
    // files and streams
    route('documents/:id/file', 'portal/documents/file/route.ts'),
    route('verification/:itemId/file', 'portal/verification/file/route.ts'),
    route('documents/all', 'portal/documents/all/route.ts'),
    route(
      'investments/:investmentId/schedule/pdf',
      'portal/investments/$investment/schedule/route.ts',
    ),
    route(
      'investments/:investmentId/how-to-pay/pdf',
      'portal/investments/$investment/how-to-pay/pdf/route.ts',
    ),
    route('export', 'portal/export/route.ts'),
    route('statements/:statementId/pdf', 'portal/statements/$statement/pdf/route.ts'),
    route('receipts/:receiptNumber/pdf', 'portal/receipt/pdf/route.ts'),
    route('live', 'portal/live/route.ts'),
  ]),
]
