import type { MyNotification } from '../../domain/notifications/my-notifications.server.ts'
import { NewMark } from '../../ui/badge.tsx'
import { RelativeDay } from '../../ui/day.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { type CalendarDate, dayOf } from '../../values/calendar-date.ts'
import { PortalLink } from '../parts/portal-link.tsx'
import { ViewAll } from './your-investments.tsx'

/** Reading them here does not mark them as read. */
export function RecentNotifications({
  notifications,
  today,
}: {
  notifications: MyNotification[]
  today: CalendarDate
}) {
  return (
    <Panel
      title="Recent Notifications"
      action={<ViewAll to="my-notifications">notifications</ViewAll>}
      flush
    >
      {notifications.length > 0 ? (
        <ul className="divide-y divide-line">
          {notifications.map(({ id, title, message, isRead, sentAt }) => (
            <li key={id} className="relative px-(--pad) py-3 hover:bg-hover">
              <h3 className={`text-sm leading-[1.4] ${isRead ? 'font-medium' : 'font-[620]'}`}>
                <PortalLink to="my-notifications" className="covers wrap-anywhere">
                  {title}
                </PortalLink>
              </h3>
              <p className="line-clamp-2 text-xs text-muted">{message}</p>
              <p className="mt-0.75 flex items-center gap-2 text-xs text-muted">
                {!isRead && <NewMark />}
                <RelativeDay on={dayOf(sentAt)} today={today} />
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon="notifications" title="No notifications yet">
          News of your projects, payments and documents appears here.
        </EmptyState>
      )}
    </Panel>
  )
}
