import type { MyNotification } from '../../domain/notifications/my-notifications.server.ts'
import type { NotificationType } from '../../domain/notifications/notification.ts'
import { NewMark } from '../../ui/badge.tsx'
import { RelativeTime } from '../../ui/day.tsx'
import { showToast } from '../../ui/feedback/show-toast.ts'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { unansweredButtonMessage } from '../../ui/fields/unanswered.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

const looks: Record<NotificationType, { icon: IconName; ground: string }> = {
  general: { icon: 'notifications', ground: 'bg-tint-neutral text-muted' },
  project: { icon: 'megaphone', ground: 'bg-tint-neutral text-muted' },
  investment: { icon: 'investments', ground: 'bg-tint-positive text-positive' },
  document: { icon: 'documents', ground: 'bg-tint-neutral text-muted' },
  alert: { icon: 'warning', ground: 'bg-tint-warning text-warning' },
}

export const warnOfLostConnection = () =>
  showToast({
    kind: 'error',
    title: 'Error marking notification as read',
    text: unansweredButtonMessage(),
  })

/** An unread notification has a button that marks it as read. */
export function NotificationRow({
  notification,
  now,
  mayMark,
}: {
  notification: MyNotification
  now: Date
  mayMark: boolean
}) {
  const { id, title, message, notificationType, sentAt, isEdited, isRead } = notification
  const { icon, ground } = looks[notificationType]
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3.5 px-(--pad) py-4 sm:grid-cols-[2.25rem_minmax(0,1fr)_auto]">
      <span className={`grid size-9 place-items-center rounded-full ${ground}`}>
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <h2
          className={`flex flex-wrap items-center gap-x-2 leading-[1.4] ${isRead ? 'font-medium' : 'font-[620]'}`}
        >
          <bdi className="wrap-anywhere">{title}</bdi>
          {!isRead && <NewMark />}
        </h2>
        <p className="max-w-[64ch] whitespace-pre-line text-muted wrap-anywhere">{message}</p>
      </div>
      <div className="col-start-2 flex items-center justify-between gap-1.5 text-xs text-muted max-sm:mt-1.5 max-sm:flex-wrap sm:col-start-3 sm:flex-col sm:items-end sm:justify-start">
        <span>
          <RelativeTime at={sentAt} now={now} />
          {isEdited && ', edited'}
        </span>
        {!isRead && mayMark && (
          <ActionForm reply={undefined} onLost={warnOfLostConnection} preventScrollReset replace>
            <input type="hidden" name="notificationId" value={id} />
            <SubmitButton look="secondary" size="small" aria-label={`Mark as read: ${title}`}>
              Mark as read
            </SubmitButton>
          </ActionForm>
        )}
      </div>
    </li>
  )
}
