import {
  audienceLabels,
  notificationTypeLabels,
} from '../../../domain/notifications/notification.ts'
import { notificationLines } from '../../../domain/notifications/notification-lines.server.ts'
import { notificationIds } from '../../../domain/notifications/notifications.server.ts'
import { projectFilter } from '../../../domain/projects/project-names.server.ts'
import { notificationListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof notificationLines>>[number]

const columns: ListFile<Line>['columns'] = {
  'Sent (UTC)': ({ sent_at }) => sent_at.toISOString(),
  Title: ({ title }) => title,
  Message: ({ message }) => message,
  Type: ({ type }) => notificationTypeLabels[type],
  'Sent to': ({ audience }) =>
    audience === 'all' || audience === 'active' ? audienceLabels[audience] : `One ${audience}`,
  Project: ({ project }) => project,
  Investor: ({ investor }) => investor,
  'Investor email': ({ investor_email }) => investor_email,
  'Also by email': ({ by_email }) => (by_email ? 'yes' : 'no'),
  'Edited (UTC)': ({ edited_at }) => edited_at?.toISOString() ?? null,
  Id: ({ id }) => id,
}

export function loader({ request, url, context }: Route.LoaderArgs) {
  const { q, type, inProject } = notificationListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'notifications',
      subject: 'notification',
      columns,
      ids: async (admin) => {
        const { project } = await projectFilter(admin, inProject)
        return notificationIds(admin, { q, type, projectId: project?.id ?? null })
      },
      rows: (ids) => (admin) => notificationLines(admin, ids),
    },
  )
}
