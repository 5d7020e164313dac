import { index, layout, prefix, type RouteConfigEntry, route } from '@react-router/dev/routes'

/** The back office. Pages stand inside its layout; files and streams beside it, because their refusals are no pages. */
export const officeRoutes: RouteConfigEntry[] = [
  ...prefix('admin-dashboard', [
    layout('office/layout.tsx', [
      // pages
      index('office/dashboard/route.tsx'),
      route('investors', 'office/investors/route.tsx', [route('new', 'office/investors/new/route.tsx')]),
      route('projects', 'office/projects/route.tsx'),
      route('projects/new', 'office/projects/new/route.tsx'),
    ]),
    // files and streams
  ]),
]
