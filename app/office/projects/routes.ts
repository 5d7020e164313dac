import { type RouteConfigEntry, route } from '@react-router/dev/routes'

/** The pages of projects, below the home of the back office. */
export const projectPages: RouteConfigEntry[] = [
  route('projects', 'office/projects/route.tsx', [
    route(':projectId/delete', 'office/projects/delete/route.tsx'),
    route(':projectId/investors', 'office/projects/investors/route.tsx', [
      route('new', 'office/projects/investors/new/route.tsx'),
      route(':investmentId/remove', 'office/projects/investors/remove/route.tsx'),
    ]),
  ]),
  route('projects/new', 'office/projects/new/route.tsx'),
  route('projects/:projectId', 'office/projects/$project/facts/route.tsx'),
  route('projects/:projectId/pictures', 'office/projects/$project/pictures/route.tsx', [
    route('new', 'office/projects/$project/pictures/new/route.tsx'),
    route(':pictureId/describe', 'office/projects/$project/pictures/describe/route.tsx'),
    route(':pictureId/remove', 'office/projects/$project/pictures/remove/route.tsx'),
  ]),
  route('projects/:projectId/milestones', 'office/projects/$project/milestones/route.tsx', [
    route('new', 'office/projects/$project/milestones/new/route.tsx'),
    route(':milestoneId/edit', 'office/projects/$project/milestones/edit/route.tsx'),
    route(':milestoneId/remove', 'office/projects/$project/milestones/remove/route.tsx'),
    route(':milestoneId/void', 'office/projects/$project/milestones/void/route.tsx'),
  ]),
  route(
    'projects/:projectId/milestones/:milestoneId/reached',
    'office/projects/$project/milestones/reached/route.tsx',
  ),
  route('projects/:projectId/verification', 'office/projects/$project/verification/route.tsx', [
    route(':itemId/remove', 'office/projects/$project/verification/remove/route.tsx'),
  ]),
  route(
    'projects/:projectId/verification/new',
    'office/projects/$project/verification/new/route.tsx',
  ),
  route(
    'projects/:projectId/verification/:itemId/edit',
    'office/projects/$project/verification/edit/route.tsx',
  ),
  route('projects/:projectId/units', 'office/projects/$project/units/route.tsx', [
    route('new', 'office/projects/$project/units/new/route.tsx'),
    route(':unitId/edit', 'office/projects/$project/units/edit/route.tsx'),
    route(':unitId/remove', 'office/projects/$project/units/remove/route.tsx'),
  ]),
  route('projects/:projectId/updates', 'office/projects/$project/updates/route.tsx', [
    route('new', 'office/projects/$project/updates/new/route.tsx'),
    route(':updateId/edit', 'office/projects/$project/updates/edit/route.tsx'),
    route(':updateId/remove', 'office/projects/$project/updates/remove/route.tsx'),
    route(':updateId/pictures/new', 'office/projects/$project/updates/pictures/new/route.tsx'),
    route(
      ':updateId/pictures/:pictureId/remove',
      'office/projects/$project/updates/pictures/remove/route.tsx',
    ),
  ]),
  route('projects/:projectId/plans', 'office/projects/$project/plans/route.tsx'),
  route('projects/:projectId/plans/new', 'office/projects/$project/plans/new/route.tsx'),
  route('projects/:projectId/plans/:templateId', 'office/projects/$project/plans/edit/route.tsx'),
]

/** Files and uploads of projects. */
export const projectFiles: RouteConfigEntry[] = [
  route('projects/export', 'office/projects/export/route.ts'),
  route('projects/:projectId/restore', 'office/projects/restore/route.ts'),
  route(
    'projects/:projectId/pictures/upload',
    'office/projects/$project/pictures/new/upload/route.ts',
  ),
  route(
    'projects/:projectId/milestones/:milestoneId/reached/upload',
    'office/projects/$project/milestones/reached/upload.ts',
  ),
  route(
    'projects/:projectId/updates/:updateId/pictures/upload',
    'office/projects/$project/updates/pictures/new/upload.ts',
  ),
  route(
    'projects/:projectId/verification/new/upload',
    'office/projects/$project/verification/new/upload.ts',
  ),
  route(
    'projects/:projectId/verification/:itemId/edit/upload',
    'office/projects/$project/verification/edit/upload.ts',
  ),
  route(
    'projects/:projectId/verification/:itemId/file',
    'office/projects/$project/verification/file/route.ts',
  ),
  route('projects/new/upload', 'office/projects/new/upload/route.ts'),
]
