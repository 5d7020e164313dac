import { layout, prefix, type RouteConfigEntry } from '@react-router/dev/routes'

/** The back office. Pages stand inside its layout; files and streams beside it, because their refusals are no pages. */
export const officeRoutes: RouteConfigEntry[] = [
  ...prefix('admin-dashboard', [
    layout('office/layout.tsx', [
      // pages
    ]),
    // files and streams
  ]),
]
