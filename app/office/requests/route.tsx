import { Outlet } from 'react-router'
import { requestStatuses, requestStatusLabels } from '../../domain/investment-requests/request.ts'
import { listRequests } from '../../domain/investment-requests/requests.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { SortSelect } from '../../ui/fields/sort-select.tsx'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { requestListParams } from '../list-params.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { requestsHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { RequestsTable } from './requests-table.tsx'

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = requestListParams(url)
  const list = await adminQuery(context, (admin) => listRequests(admin, query))
  return {
    ...list,
    isSearched: query.q !== '',
    isNarrowed: query.status !== null,
    now: clock.now(),
  }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Investment Requests', args)

export default function Requests({ loaderData }: Route.ComponentProps) {
  const { requests, total, counts, page, pageSize, isSearched, isNarrowed, now } = loaderData
  return (
    <>
      <PageHead
        title="Investment Requests"
        count={total}
        actions={<ExportLink to={`${requestsHome}/export`} />}
      />
      <Toolbar>
        <SearchForm label="Search requests..." />
        <Chips
          label="Status"
          name="status"
          kinds={requestStatuses}
          labels={requestStatusLabels}
          counts={counts}
        />
        <SortSelect orders={orders} />
      </Toolbar>
      {total === 0 ? (
        <NoRequests isSearched={isSearched} isNarrowed={isNarrowed} />
      ) : (
        <>
          <RequestsTable requests={requests} now={now} />
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Outlet />
    </>
  )
}

function NoRequests({ isSearched, isNarrowed }: { isSearched: boolean; isNarrowed: boolean }) {
  if (isSearched) {
    return (
      <EmptyState icon="search" title="No requests found matching your search">
        <SearchAdvice>
          Search covers investors, their email addresses and projects. Try fewer letters or another
          status.
        </SearchAdvice>
      </EmptyState>
    )
  }
  if (isNarrowed) {
    return (
      <EmptyState icon="inbox" title="No requests">
        None with this status. Choose All to see the others.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="inbox" title="No requests yet">
      Requests made with Invest Now appear here. Each reserves its amount for 14 days.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home="/admin-dashboard" title="The requests could not be loaded" />
  )
}
