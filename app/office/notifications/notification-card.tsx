import { useLocation } from 'react-router'
import { notificationTypeLabels, readOfAll } from '../../domain/notifications/notification.ts'
import type { ListedNotification } from '../../domain/notifications/notifications.server.ts'
import { Icon } from '../../ui/icon.tsx'
import { Card, CardBody, CardFoot } from '../../ui/layout/card.tsx'
import { Facts } from '../../ui/layout/panel.tsx'
import { dayOf, formatDay } from '../../values/calendar-date.ts'
import { IconLink } from '../parts/icon-link.tsx'
import { notificationsHome } from '../paths.ts'

export function NotificationCard({ notification }: { notification: ListedNotification }) {
  const { id, title, message, notificationType, recipients, sentAt, isEdited, byEmail } =
    notification
  const { search } = useLocation()
  const at = (act: string) => ({ pathname: `${notificationsHome}/${id}/${act}`, search })
  return (
    <Card aria-labelledby={`notification-${id}`}>
      <CardBody>
        <p className="text-xs text-muted">
          {notificationTypeLabels[notificationType]}
          {isEdited && ', edited'}
          {byEmail && ', by email as well'}
        </p>
        <h2 id={`notification-${id}`} className="text-md font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        <p className="mt-1 mb-2.5 line-clamp-3 text-xs @min-[40rem]/main:min-h-15.5 leading-[1.6] text-muted wrap-anywhere">
          {message}
        </p>
        <Facts>
          <dt>Recipients</dt>
          <dd className="wrap-anywhere">
            <bdi>{recipients}</bdi>
          </dd>
          <dt>Sent</dt>
          <dd>
            <time dateTime={sentAt.toISOString()}>{formatDay(dayOf(sentAt))}</time>
          </dd>
        </Facts>
      </CardBody>
      <CardFoot>
        <Status notification={notification} />
        <span className="ms-auto flex">
          <IconLink icon="edit" label={`Edit ${title}`} to={at('edit')} preventScrollReset />
          <IconLink icon="trash" label={`Delete ${title}`} to={at('removal')} preventScrollReset />
        </span>
      </CardFoot>
    </Card>
  )
}

function Status({
  notification: { isRead, copies, readCopies },
}: {
  notification: ListedNotification
}) {
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-1.5 text-xs font-[550]">
      <Icon
        name={isRead ? 'check-circle' : 'mail'}
        size="small"
        className={isRead ? 'text-positive' : 'text-info'}
      />
      {isRead ? 'read' : 'unread'}
      <span className="num font-normal text-muted">
        {copies === 0
          ? 'being delivered'
          : `${readOfAll({ copies, readCopies })} ${copies === 1 ? 'has' : 'have'} read it`}
      </span>
    </p>
  )
}
