import { Outlet, useLocation } from 'react-router'
import { invitationsOf } from '../../domain/accounts/invitation-state.server.ts'
import { investorStatuses, investorStatusLabels } from '../../domain/investors/investor.ts'
import { type ListedInvestor, listInvestors } from '../../domain/investors/investors.server.ts'
import { asAdmin } from '../../platform/session.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Chips, Toolbar } from '../../ui/chips.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconLink } from '../../ui/icon-button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { DialogLink } from '../../ui/route-dialog.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { listQuery } from '../../values/list-query.ts'
import type { Route } from './+types/route.ts'
import { InvestorsTable } from './investors-table.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const status = investorStatuses.find((one) => one === url.searchParams.get('status')) ?? null
  const query = { ...listQuery(url), status }
  return asAdmin(context, async (admin) => {
    const list = await listInvestors(admin, query)
    const invitations = await invitationsOf(admin, pendingAccounts(list.investors))
    return { ...list, invitations, q: query.q, status }
  })
}

const pendingAccounts = (investors: ListedInvestor[]) =>
  investors.flatMap(({ userId, status }) => (userId !== null && status === 'pending' ? [userId] : []))

export const meta: Route.MetaFunction = () => [{ title: 'Manage Investors · Msingi' }]

export default function ManageInvestors({ loaderData }: Route.ComponentProps) {
  const { investors, invitations, total, counts, page, pageSize, q, status } = loaderData
  return (
    <>
      <PageHead title="Manage Investors" count={total} actions={<Actions />} />
      <Toolbar>
        <SearchForm label="Search investors..." />
        <Chips label="Status" name="status" kinds={investorStatuses} labels={investorStatusLabels} counts={counts} />
      </Toolbar>
      {total === 0 ? (
        <NoInvestors filtered={q !== '' || status !== null} />
      ) : (
        <>
          <InvestorsTable investors={investors} invitations={invitations} />
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Outlet />
    </>
  )
}

function Actions() {
  const { search } = useLocation()
  return (
    <div className="flex items-center gap-2">
      <IconLink icon="refresh" label="Refresh" to={{ search }} replace preventScrollReset />
      <AddInvestor />
    </div>
  )
}

function AddInvestor() {
  return (
    <DialogLink to="/admin-dashboard/investors/new" className={buttonClass('primary')}>
      <Icon name="plus" size="small" />
      <span className="words">Add Investor</span>
    </DialogLink>
  )
}

function NoInvestors({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No investors found matching your search">
        Names, email addresses and phone numbers were searched. Try fewer letters or another status.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="investors" title="No investors yet" action={<AddInvestor />}>
      People you add appear here, with what they have invested. Each is sent an invitation to sign in.
    </EmptyState>
  )
}
