import { Outlet } from 'react-router'
import { countOpenRequests } from '../../domain/investment-requests/requests.server.ts'
import {
  dueKinds,
  investmentOrders,
  investmentStatuses,
  investmentStatusLabels,
} from '../../domain/investments/investment.ts'
import { investmentTotals } from '../../domain/investments/investment-totals.server.ts'
import { listInvestments } from '../../domain/investments/investments.server.ts'
import { findInvestor } from '../../domain/investors/find-investor.server.ts'
import { projectFilter } from '../../domain/projects/project-names.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { FilterSelect } from '../../ui/fields/filter-select.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { SortSelect } from '../../ui/fields/sort-select.tsx'
import { CardGrid } from '../../ui/layout/card.tsx'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { counted } from '../../values/counted.ts'
import { investmentListParams } from '../list-params.ts'
import { AlsoExport, ExportLink, ImportLink } from '../parts/export-link.tsx'
import { OfInvestor } from '../parts/of-investor.tsx'
import { ProjectFilter } from '../parts/project-filter.tsx'
import type { Route } from './+types/route.ts'
import { InvestmentCard } from './investment-card.tsx'
import { ListedTotals } from './listed-totals.tsx'
import { Totals } from './totals.tsx'

const orderLabels = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  largest: 'Largest first',
  remaining: 'Most remaining first',
  'next-payment': 'Next payment first',
}
const dueLabels = {
  overdue: 'Payment overdue',
  week: 'Due within 7 days',
  undated: 'Active without a date',
}
const dues = dueKinds.map((value) => ({ value, label: dueLabels[value] }))
const orders = investmentOrders.map((value) => ({ value, label: orderLabels[value] }))

export async function loader({ url, context }: Route.LoaderArgs) {
  const { of: investor, inProject, ...query } = investmentListParams(url)
  const { status, due } = query
  return adminQuery(context, async (admin) => {
    const of = await findInvestor(admin, investor)
    const { project, projects } = await projectFilter(admin, inProject)
    const [listed, totals, openRequests] = await Promise.all([
      listInvestments(admin, {
        ...query,
        investorId: of?.id ?? null,
        projectId: project?.id ?? null,
      }),
      investmentTotals(admin),
      countOpenRequests(admin),
    ])
    return {
      ...listed,
      totals,
      openRequests: openRequests.count,
      q: query.q,
      projects,
      isNarrowed: status !== null || due !== null || of !== null || project !== null,
      status,
      ofInvestor: of && { id: of.id, name: of.fullName },
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Manage Investments', args)

export default function ManageInvestments({ loaderData }: Route.ComponentProps) {
  const {
    investments,
    total,
    totals,
    listed,
    projects,
    openRequests,
    counts,
    page,
    pageSize,
    q,
    status,
    isNarrowed,
    ofInvestor,
  } = loaderData
  return (
    <>
      <PageHead
        title="Investment Management"
        count={total}
        actions={<Actions openRequests={openRequests} />}
      />
      <Totals totals={totals} />
      <Toolbar>
        <SearchForm label="Search investments..." />
        {ofInvestor && <OfInvestor word="Of" {...ofInvestor} />}
        <ProjectFilter projects={projects} />
        <FilterSelect
          name="due"
          label="Next payment"
          everything="Any next payment"
          choices={dues}
        />
        <Chips
          label="Filter by status"
          name="status"
          kinds={investmentStatuses}
          labels={investmentStatusLabels}
          counts={counts}
          {...(counts.archived > 0 || status === 'archived'
            ? { apart: archivedChip(counts.archived) }
            : {})}
        />
        <SortSelect orders={orders} />
      </Toolbar>
      {total === 0 ? (
        <NoInvestments searched={q !== ''} filtered={isNarrowed} />
      ) : (
        <>
          {(q !== '' || isNarrowed) && <ListedTotals totals={listed} count={total} />}
          <CardGrid>
            {investments.map((investment) => (
              <InvestmentCard key={investment.id} investment={investment} />
            ))}
          </CardGrid>
          <Pagination page={page} pageSize={pageSize} total={total} />
          <AlsoExport to="/admin-dashboard/investments/export-payments">Export payments</AlsoExport>
          <AlsoExport to="/admin-dashboard/investments/export-plans">
            Export payment plans
          </AlsoExport>
        </>
      )}
      <Outlet />
    </>
  )
}

function Actions({ openRequests }: { openRequests: number }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {openRequests > 0 && (
        <ButtonLink to="/admin-dashboard/requests?status=pending">
          {counted(openRequests, 'open request')}
        </ButtonLink>
      )}
      <ImportLink to="/admin-dashboard/import" />
      <ExportLink to="/admin-dashboard/investments/export" />
      <AddInvestmentLink />
    </div>
  )
}

const archivedChip = (count: number) => ({ kind: 'archived', label: 'Archived', count })

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching investments" />
}

function AddInvestmentLink() {
  return (
    <DialogLink to="/admin-dashboard/investments/new" {...opensWithN} look="primary" icon="plus">
      Add Investment
    </DialogLink>
  )
}

function NoInvestments({ searched, filtered }: { searched: boolean; filtered: boolean }) {
  const title = 'No investments found'
  if (searched) {
    return (
      <EmptyState icon="search" title={title}>
        <SearchAdvice>Try adjusting your search terms.</SearchAdvice>
      </EmptyState>
    )
  }
  if (filtered) {
    return (
      <EmptyState icon="investments" title={title}>
        None of this kind. Choose another, or all.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="investments" title={title} action={<AddInvestmentLink />}>
      Get started by adding your first investment.
    </EmptyState>
  )
}
