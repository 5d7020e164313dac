import { Outlet } from 'react-router'
import { listNotifications } from '../../domain/notifications/notifications.server.ts'
import { asAdmin } from '../../platform/session.server.ts'
import { ListFault } from '../../ui/area-fault.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { CardGrid } from '../../ui/card.tsx'
import { Toolbar } from '../../ui/chips.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { DialogLink } from '../../ui/route-dialog.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { listQuery } from '../../values/list-query.ts'
import type { Route } from './+types/route.ts'
import { NotificationCard } from './notification-card.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = listQuery(url)
  return { ...(await asAdmin(context, (admin) => listNotifications(admin, query))), q: query.q }
}

export const meta: Route.MetaFunction = () => [{ title: 'Manage Notifications · Msingi' }]

export default function ManageNotifications({ loaderData }: Route.ComponentProps) {
  const { notifications, total, page, pageSize, q } = loaderData
  return (
    <>
      <PageHead title="Manage Notifications" count={total} actions={<NewNotification />} />
      <Toolbar>
        <SearchForm label="Search notifications..." />
      </Toolbar>
      {total === 0 ? (
        <NoNotifications filtered={q !== ''} />
      ) : (
        <>
          <CardGrid>
            {notifications.map((notification) => (
              <NotificationCard key={notification.id} notification={notification} />
            ))}
          </CardGrid>
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Outlet />
    </>
  )
}

function NewNotification() {
  return (
    <DialogLink to="/admin-dashboard/notifications/new" className={buttonClass('primary')}>
      <Icon name="plus" size="small" />
      <span className="words">New Notification</span>
    </DialogLink>
  )
}

function NoNotifications({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No notifications found matching your search">
        Titles, messages and the names of recipients were searched. Try fewer letters.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="notifications" title="No notifications yet" action={<NewNotification />}>
      What is sent to investors appears here, with how many of them have read it.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Failed to load notifications" />
}
