import { layout, prefix, type RouteConfigEntry } from '@react-router/dev/routes'

/** The investor portal. Pages stand inside its layout; files and streams beside it, because their refusals are no pages. */
export const portalRoutes: RouteConfigEntry[] = [
  ...prefix('investment-dashboard', [
    layout('portal/layout.tsx', [
      // pages
    ]),
    // files and streams
  ]),
]
