import { Outlet, useLocation } from 'react-router'
import { invitationsOf } from '../../domain/accounts/invitations/invitation-state.server.ts'
import {
  investorOrders,
  investorStatuses,
  investorStatusLabels,
} from '../../domain/investors/investor.ts'
import { type ListedInvestor, listInvestors } from '../../domain/investors/investors.server.ts'
import {
  type Unreadable,
  unreadableInvestors,
} from '../../domain/investors/stored-phones.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { SortSelect } from '../../ui/fields/sort-select.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { investorListParams } from '../list-params.ts'
import { ExportLink, ImportLink } from '../parts/export-link.tsx'
import { IconLink } from '../parts/icon-link.tsx'
import { investorsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { InvestorsTable } from './investors-table.tsx'
import { InviteSelected } from './invite-selected.tsx'

const orderLabels = { name: 'Name', newest: 'Newest first', oldest: 'Oldest first' }
const orders = investorOrders.map((value) => ({ value, label: orderLabels[value] }))

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = investorListParams(url)
  return adminQuery(context, async (admin) => {
    const list = await listInvestors(admin, query)
    const invitations = await invitationsOf(admin, pendingAccounts(list.investors))
    const unreadable = await unreadableInvestors(admin)
    return { ...list, invitations, unreadable, q: query.q, status: query.status }
  })
}

const pendingAccounts = (investors: ListedInvestor[]) =>
  investors.flatMap(({ userId, status }) =>
    userId !== null && status === 'pending' ? [userId] : [],
  )

export const meta: Route.MetaFunction = (args) => pageTitle('Manage Investors', args)

export default function ManageInvestors({ loaderData }: Route.ComponentProps) {
  const { investors, invitations, total, counts, page, pageSize, q, status } = loaderData
  return (
    <>
      <PageHead title="Manage Investors" count={total} actions={<Actions />} />
      <UnreadablePanel unreadable={loaderData.unreadable} />
      <Toolbar>
        <SearchForm label="Search investors..." />
        <Chips
          label="Status"
          name="status"
          kinds={investorStatuses}
          labels={investorStatusLabels}
          counts={counts}
          {...(counts.archived > 0 || status === 'archived'
            ? { apart: archivedChip(counts.archived) }
            : {})}
        />
        <SortSelect orders={orders} />
      </Toolbar>
      {total === 0 ? (
        <NoInvestors filtered={q !== '' || status !== null} archived={status === 'archived'} />
      ) : (
        <>
          {status !== 'archived' && <InviteSelected />}
          <InvestorsTable investors={investors} invitations={invitations} />
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Outlet />
    </>
  )
}

const archivedChip = (count: number) => ({ kind: 'archived', label: 'Archived', count })

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching investors" />
}

function Actions() {
  const { search } = useLocation()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <IconLink icon="refresh" label="Refresh" to={{ search }} replace preventScrollReset />
      <ImportLink to="/admin-dashboard/import/investors" />
      <ExportLink to="/admin-dashboard/investors/export" />
      <AddInvestor />
    </div>
  )
}

function AddInvestor() {
  return (
    <DialogLink
      to="/admin-dashboard/investors/new"
      {...opensWithN}
      className={buttonClass('primary')}
    >
      <Icon name="plus" size="small" />
      <span className="words">Add Investor</span>
    </DialogLink>
  )
}

function NoInvestors({ filtered, archived }: { filtered: boolean; archived: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No investors found matching your search">
        <SearchAdvice>
          {archived
            ? 'Archived investors appear here until they are restored.'
            : 'Search covers names, email addresses and phone numbers. Try fewer letters or another status.'}
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="investors" title="No investors yet" action={<AddInvestor />}>
      People you add appear here, with their investments. Each receives an invitation.
    </EmptyState>
  )
}

type Props = { unreadable: { listed: Unreadable[]; count: number } }

/** Imported names and phone numbers that need correction. Nothing when all are readable. */
function UnreadablePanel({ unreadable: { listed, count } }: Props) {
  if (count === 0) return null
  const more = count - listed.length
  return (
    <Panel title="Correct these names and phone numbers" className="mb-5">
      <ul className="grid gap-1 text-xs">
        {listed.map(({ id, fullName, email, phone }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
            <DialogLink
              className="text-link hover:underline"
              to={`${investorsHome}/${id}/edit`}
              aria-label={`Edit ${email}`}
            >
              Edit
            </DialogLink>
            <bdi>{email}</bdi>
            {phone === null ? <span>The name is blank</span> : <bdi>{`${fullName}: ${phone}`}</bdi>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-xs text-muted">{more} more appear once these are corrected.</p>
      )}
    </Panel>
  )
}
