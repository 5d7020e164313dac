import { Outlet, useLocation } from 'react-router'
import { clearNotifications } from '../../domain/notifications/clear-notifications.server.ts'
import {
  notificationTypeLabels,
  notificationTypes,
} from '../../domain/notifications/notification.ts'
import { ClearNotificationsSchema } from '../../domain/notifications/notification-schema.ts'
import { listNotifications } from '../../domain/notifications/notifications.server.ts'
import { projectFilter } from '../../domain/projects/project-names.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { formAction } from '../../platform/http/form-action.server.ts'
import { adminCommand, adminQuery, requireAdmin } from '../../platform/session/session.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { ActionForm } from '../../ui/fields/form.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { SubmitButton } from '../../ui/fields/submit-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CardGrid } from '../../ui/layout/card.tsx'
import { Toolbar } from '../../ui/layout/chips.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { shownCount } from '../../values/capped-count.ts'
import type { Toast } from '../../values/toast.ts'
import { notificationListParams } from '../list-params.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { ProjectFilter } from '../parts/project-filter.tsx'
import { notificationsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { NotificationCard } from './notification-card.tsx'

const failed: Toast = {
  title: 'Failed to update notifications',
  text: 'Please try again later',
  kind: 'error',
}
const cleared: Toast = {
  title: 'All notifications marked as read',
  text: 'All notifications have been updated.',
  kind: 'success',
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { inProject, ...search } = notificationListParams(url)
  return adminQuery(context, async (admin) => {
    const { project, projects } = await projectFilter(admin, inProject)
    return {
      ...(await listNotifications(admin, { ...search, projectId: project?.id ?? null })),
      projects,
      isNarrowed: search.q !== '' || search.type !== null || project !== null,
      seenAt: clock.now().toISOString(),
    }
  })
}

/** Marks all matches of the search, on every page, that existed when the list was read. */
export function action(args: Route.ActionArgs) {
  const { url, context } = args
  const { q, type, inProject } = notificationListParams(url)
  const to = `${notificationsHome}${url.search}`
  return formAction(args, {
    guard: requireAdmin,
    schema: ClearNotificationsSchema,
    unreadable: () => ({ to, toast: failed }),
    run: ({ value }) =>
      adminCommand(context, async (admin) => {
        const { project } = await projectFilter(admin, inProject)
        const filter = { q, type, projectId: project?.id ?? null }
        return clearNotifications(admin, filter, value.seenAt)
      }),
    refusals: {},
    done: () => ({ to, toast: cleared }),
    failed: { ...failed, to },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Manage Notifications', args)

export default function ManageNotifications({ loaderData }: Route.ComponentProps) {
  const { notifications, total, page, pageSize, isNarrowed, hasUnread, seenAt } = loaderData
  return (
    <>
      <PageHead
        title="Manage Notifications"
        count={shownCount(total)}
        actions={
          <div className="flex flex-none gap-2">
            {hasUnread && <MarkAllAsRead seenAt={seenAt} />}
            <ExportLink to="/admin-dashboard/notifications/export" />
            <NewNotification />
          </div>
        }
      />
      <Toolbar>
        <SearchForm label="Search notifications..." />
        <ProjectFilter projects={loaderData.projects} />
        <FilterSelect
          name="type"
          label="Type"
          everything="All types"
          choices={notificationTypes.map((value) => ({
            value,
            label: notificationTypeLabels[value],
          }))}
        />
      </Toolbar>
      {total === 0 ? (
        <NoNotifications filtered={isNarrowed} />
      ) : (
        <>
          <CardGrid>
            {notifications.map((notification) => (
              <NotificationCard key={notification.id} notification={notification} />
            ))}
          </CardGrid>
          <Pagination page={page} pageSize={pageSize} total={total} capped />
        </>
      )}
      <Outlet />
    </>
  )
}

function MarkAllAsRead({ seenAt }: { seenAt: string }) {
  const { search } = useLocation()
  return (
    <ActionForm reply={undefined} action={`${notificationsHome}${search}`}>
      <input type="hidden" name="seenAt" value={seenAt} />
      <SubmitButton look="secondary" className="max-md:p-0!">
        <span className="inline-flex items-center justify-center gap-2">
          <Icon name="check-circle" size="small" />
          <span className="words">Mark All as Read</span>
        </span>
      </SubmitButton>
    </ActionForm>
  )
}

function NewNotification() {
  return (
    <DialogLink to={`${notificationsHome}/new`} {...opensWithN} className={buttonClass('primary')}>
      <Icon name="plus" size="small" />
      <span className="words">New Notification</span>
    </DialogLink>
  )
}

function NoNotifications({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No notifications found matching your search">
        <SearchAdvice>
          Search covers titles, messages and the names of recipients. Try fewer letters or another
          type.
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="notifications" title="No notifications yet" action={<NewNotification />}>
      Notifications appear here once sent, with how many investors have read them.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Failed to load notifications" />
}
