import type { MyNotification } from '../../../domain/notifications/my-notifications.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { PanelLink } from './panel-link.tsx'

export function MessagesPanel({
  notifications,
  name,
}: {
  notifications: MyNotification[]
  name: string
}) {
  return (
    <Panel
      title="Notifications"
      action={
        <PanelLink to={`/admin-dashboard/notifications?q=${encodeURIComponent(name)}`}>
          Open in Notifications
        </PanelLink>
      }
    >
      {notifications.length === 0 ? (
        <p className="text-sm text-muted">No notifications yet.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {notifications.map(({ id, title, sentAt, isRead }) => (
            <li key={id} className="py-2">
              <p className="text-sm font-[560] wrap-anywhere">
                <bdi>{title}</bdi>
              </p>
              <p className="text-xs text-muted">
                <Moment at={sentAt} />, {isRead ? 'read' : 'not read yet'}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
