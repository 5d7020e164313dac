import { Outlet, useParams } from 'react-router'
import { listInquiries } from '../../domain/inquiries/inquiries.server.ts'
import { inquiryStatuses, inquiryStatusLabels } from '../../domain/inquiries/inquiry.ts'
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
import { inquiryListParams } from '../list-params.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { inquiriesHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { InquiryLines } from './inquiry-lines.tsx'

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
]

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = inquiryListParams(url)
  const list = await adminQuery(context, (admin) => listInquiries(admin, query))
  return { ...list, isSearched: query.q !== '', status: query.status, now: clock.now() }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Inquiries', args)

/** List and open inquiry side by side; on narrow screens only the open one. */
export default function Inquiries({ loaderData }: Route.ComponentProps) {
  const { inquiries, total, counts, page, pageSize, isSearched, status, now } = loaderData
  const isOneOpen = useParams().inquiryId !== undefined
  const besideOne = isOneOpen ? '@max-[52rem]/main:hidden' : ''
  return (
    <>
      <PageHead
        title="Inquiries"
        count={total}
        actions={<ExportLink to="/admin-dashboard/inquiries/export" />}
      />
      <div className={besideOne}>
        <Toolbar>
          <SearchForm label="Search inquiries..." />
          <Chips
            label="Status"
            name="status"
            kinds={inquiryStatuses}
            labels={inquiryStatusLabels}
            counts={counts}
            home={inquiriesHome}
            {...(counts.spam > 0 || status === 'spam' ? { apart: spamChip(counts.spam) } : {})}
          />
          <SortSelect orders={orders} />
        </Toolbar>
      </div>
      <div
        className={
          isOneOpen
            ? 'grid items-start @min-[52.01rem]/main:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]'
            : ''
        }
      >
        <div className={besideOne}>
          {total === 0 ? (
            <NoInquiries
              isSearched={isSearched}
              isNarrowed={status !== null}
              suspected={counts.spam}
            />
          ) : (
            <>
              <InquiryLines inquiries={inquiries} now={now} />
              <Pagination page={page} pageSize={pageSize} total={total} />
            </>
          )}
        </div>
        <Outlet />
      </div>
    </>
  )
}

const spamChip = (count: number) => ({ kind: 'spam', label: 'Suspected spam', count })

type NoInquiriesProps = { isSearched: boolean; isNarrowed: boolean; suspected: number }

function NoInquiries({ isSearched, isNarrowed, suspected }: NoInquiriesProps) {
  if (isSearched) {
    return (
      <EmptyState icon="search" title="No inquiries found matching your search">
        <SearchAdvice>
          Search covers names, email addresses, subjects and messages. Try fewer letters or another
          status.
        </SearchAdvice>
      </EmptyState>
    )
  }
  if (isNarrowed) {
    return (
      <EmptyState icon="inbox" title="No inquiries">
        None with this status. Choose All to see the others.
      </EmptyState>
    )
  }
  if (suspected > 0) {
    return (
      <EmptyState icon="inbox" title="No inquiries">
        All inquiries so far are suspected spam. Choose Suspected spam to see them.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="inbox" title="No inquiries yet">
      Messages from the contact forms of the website appear here.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <ListFault error={error} home="/admin-dashboard" title="The inquiries could not be loaded" />
  )
}
