import { Outlet } from 'react-router'
import {
  accountMarkLabels,
  accountMarks,
  accountRoleLabels,
  accountRoles,
  accountStatuses,
  accountStatusLabels,
} from '../../domain/accounts/account.ts'
import { listAccounts } from '../../domain/accounts/administration/accounts-list.server.ts'
import { adminQuery, currentUser } from '../../platform/session/session.server.ts'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { referenceOf } from '../../ui/fields/reference.ts'
import { isRefused } from '../../ui/fields/refused.ts'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { SortSelect } from '../../ui/fields/sort-select.tsx'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { staffRoleLabels, staffRoles } from '../../values/staff-role.ts'
import { userListParams } from '../list-params.ts'
import { AlsoExport } from '../parts/export-link.tsx'
import type { Route } from './+types/route.ts'
import { UserCard } from './user-card.tsx'
import { UsersFrame } from './users-frame.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = userListParams(url)
  const list = await adminQuery(context, (admin) => listAccounts(admin, search))
  const person = await currentUser(context)
  const isNarrowed = Boolean(
    search.q || search.role || search.status || search.mark || search.staff,
  )
  return { ...list, isNarrowed, ownId: person?.userId }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Manage Users', args)

const orders = [
  { value: 'name', label: 'Name' },
  { value: 'joined', label: 'Joined' },
  { value: 'signed-in', label: 'Last sign-in' },
]

export default function ManageUsers({ loaderData }: Route.ComponentProps) {
  const { accounts, total, roles, statuses, marks, page, pageSize, isNarrowed, ownId } = loaderData
  return (
    <UsersFrame tab="Manage Users" count={total}>
      <Toolbar>
        <SearchForm label="Search users..." />
        {/* On phones a single scrolling row, so that the sticky bar stays small. */}
        <div className="contents @max-[60rem]/main:order-3 @max-[60rem]/main:flex @max-[60rem]/main:basis-full @max-[60rem]/main:items-center @max-[60rem]/main:gap-3 @max-[60rem]/main:overflow-x-auto @max-[60rem]/main:p-0.5 @max-[60rem]/main:[scrollbar-width:none] @max-[60rem]/main:*:m-0! @max-[60rem]/main:*:flex-none! @max-[60rem]/main:*:overflow-visible! @max-[60rem]/main:*:p-0!">
          <FilterSelect
            name="mark"
            label="Show"
            everything="All users"
            choices={accountMarks.map((value) => ({
              value,
              label: `${accountMarkLabels[value]} (${marks[value]})`,
            }))}
          />
          <FilterSelect
            name="staff"
            label="Staff role"
            everything="Any staff role"
            choices={staffRoles.map((value) => ({ value, label: staffRoleLabels[value] }))}
          />
          <Chips
            label="Role"
            name="role"
            kinds={accountRoles}
            labels={accountRoleLabels}
            counts={roles}
          />
          <Chips
            label="Status"
            name="status"
            all="Any status"
            kinds={accountStatuses}
            labels={accountStatusLabels}
            counts={statuses}
          />
        </div>
        <SortSelect orders={orders} />
      </Toolbar>
      {total === 0 ? (
        <NoUsers narrowed={isNarrowed} />
      ) : (
        <>
          <ul className="border-t border-line">
            {accounts.map((account) => (
              <UserCard key={account.id} account={account} isOneself={account.id === ownId} />
            ))}
          </ul>
          <Pagination page={page} pageSize={pageSize} total={total} />
          <AlsoExport to="/admin-dashboard/users/export">Export CSV</AlsoExport>
        </>
      )}
      <Outlet />
    </UsersFrame>
  )
}

function NoUsers({ narrowed }: { narrowed: boolean }) {
  if (narrowed) {
    return (
      <EmptyState icon="search" title="No users found matching your search">
        <SearchAdvice>
          Search covers names and email addresses. Try fewer letters or another filter.
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="user" title="No users yet">
      Everyone who can sign in appears here. Adding an investor creates their account.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const title = 'Error fetching users'
  if (isRefused(error)) return <ListFault error={error} home="/admin-dashboard" title={title} />
  return (
    <ErrorState title={title} level={1} reference={referenceOf(error)}>
      There was a problem loading the user data.
    </ErrorState>
  )
}
