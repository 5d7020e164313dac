import { type SubmitEvent, useEffect, useRef } from 'react'
import {
  listMyNotifications,
  type MyNotification,
  markAllRead,
  markRead,
  unreadCount,
} from '../../domain/notifications/my-notifications.server.ts'
import { ClearNotificationsSchema } from '../../domain/notifications/notification-schema.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { investorCommand, requireInvestor } from '../../platform/session/session.server.ts'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Toaster } from '../../ui/feedback/toaster.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { parseForm } from '../../values/form.ts'
import { listQuery } from '../../values/list-query.ts'
import type { Toast } from '../../values/toast.ts'
import { viewerQuery } from '../guard.server.ts'
import { useViewed } from '../parts/portal-link.tsx'
import { portalHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { NotificationRow, warnOfLostConnection } from './notification-row.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const [found, unread] = await viewerQuery(context, (reader) =>
    Promise.all([listMyNotifications(reader, listQuery(url)), unreadCount(reader)]),
  )
  return { ...found, unread, now: clock.now() }
}

const failed = 'Error marking notification as read'

/** Marks one notification, or all that existed when the list was read. */
export function action(args: Route.ActionArgs) {
  const { url, context } = args
  const to = `${url.pathname}${url.search}`
  return formAction(args, {
    guard: requireInvestor,
    run: ({ form }) => {
      const all = parseForm(ClearNotificationsSchema, form)
      return investorCommand(context, async (investor) => {
        if (all.ok) return { marked: 'all', done: await markAllRead(investor, all.value.seenAt) }
        const marked = await markRead(investor, String(form.get('notificationId') ?? ''))
        return 'refused' in marked ? { refused: 'gone' } : { marked: 'one' }
      })
    },
    refusals: {
      gone: {
        toast: { kind: 'error', title: failed, text: 'It no longer exists.' },
        status: 404,
      },
    },
    done: ({ marked }) => ({
      to,
      toast: {
        kind: 'success',
        title:
          marked === 'all' ? 'All notifications marked as read' : 'Notification marked as read',
      },
    }),
    failed: { title: failed, to },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('My Notifications', args)

export default function MyNotifications({ loaderData, actionData }: Route.ComponentProps) {
  const { notifications, total, page, pageSize, unread, now } = loaderData
  const focusing = useFocusAfterReading(notifications)
  const viewed = useViewed()
  return (
    <>
      <PageHead
        title="My Notifications"
        count={unread > 0 ? `${unread} New` : undefined}
        actions={unread > 1 && viewed === null && <MarkAllAsRead seenAt={now} />}
      />
      <Panel flush>
        {total === 0 ? (
          <EmptyState icon="notifications" title="No Notifications">
            News of your projects, payments and documents appears here.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line" {...focusing}>
            {notifications.map((notification) => (
              <NotificationRow
                key={notification.id}
                notification={notification}
                now={now}
                mayMark={viewed === null}
              />
            ))}
          </ul>
        )}
      </Panel>
      {total > 0 && <Pagination page={page} pageSize={pageSize} total={total} />}
      {actionData && <Toaster toast={actionData.toast} />}
    </>
  )
}

/** With several, none is focused individually. */
function MarkAllAsRead({ seenAt }: { seenAt: Date }) {
  return (
    <ActionForm reply={undefined} onLost={warnOfLostConnection} preventScrollReset replace>
      <input type="hidden" name="seenAt" value={seenAt.toISOString()} />
      <SubmitButton look="secondary">
        <span className="inline-flex items-center justify-center gap-2">
          <Icon name="check-circle" size="small" />
          Mark all as read
        </span>
      </SubmitButton>
    </ActionForm>
  )
}

const notFetched: Toast = {
  title: 'Error fetching notifications',
  text: 'Please try again later',
  kind: 'error',
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <ListFault error={error} home={portalHome} title="Your notifications could not be loaded" />
      <Toaster toast={notFetched} />
    </>
  )
}

/** Marking as read removes the focused button. Focus moves to the next button or, after the last, to the title. */
function useFocusAfterReading(notifications: readonly MyNotification[]) {
  const list = useRef<HTMLUListElement>(null)
  const sent = useRef<string>(undefined)

  useEffect(() => {
    const place = notifications.findIndex(({ id, isRead }) => isRead && id === sent.current)
    if (place < 0) return
    sent.current = undefined
    if (document.activeElement !== document.body) return
    const [read, ...below] = [...(list.current?.children ?? [])].slice(place)
    const next = below.map((row) => row.querySelector('button')).find((button) => button !== null)
    const target = next ?? read?.querySelector('h2')
    if (target !== next) target?.setAttribute('tabindex', '-1')
    target?.focus()
  }, [notifications])

  const onSubmit = ({ target }: SubmitEvent<HTMLElement>) => {
    if (target instanceof HTMLFormElement)
      sent.current = String(new FormData(target).get('notificationId'))
  }
  return { ref: list, onSubmit }
}
