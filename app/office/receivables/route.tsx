import { Outlet } from 'react-router'
import { projectFilter } from '../../domain/projects/project-names.server.ts'
import type { ReceivableScope } from '../../domain/receivables/receivable.ts'
import { describeOverdue } from '../../domain/receivables/receivable-lines.server.ts'
import {
  notDueInAll,
  overdueInvestors,
  projectReceivables,
  summedUp,
} from '../../domain/receivables/receivables.server.ts'
import { clock } from '../../platform/clock.server.ts'
import { type AdminWork, adminQuery } from '../../platform/session/session.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { SortSelect } from '../../ui/fields/sort-select.tsx'
import { Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { shownPage } from '../../values/list-query.ts'
import { receivableListParams } from '../list-params.ts'
import { AlsoExport, ExportLink } from '../parts/export-link.tsx'
import { ProjectFilter } from '../parts/project-filter.tsx'
import { forecastHome, receivablesHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { InvestorsTable } from './investors-table.tsx'
import { ProjectsTable } from './projects-table.tsx'
import { RemindSelected } from './remind-selected.tsx'
import { Totals } from './totals.tsx'
import { ScopeChips, ViewChips } from './view-chips.tsx'

const orders = [
  { value: 'amount', label: 'Most overdue first' },
  { value: 'age', label: 'Longest overdue first' },
  { value: 'name', label: 'Name' },
]

type Admin = Parameters<AdminWork<unknown>>[0]
type Search = Omit<ReturnType<typeof receivableListParams>, 'inProject'> & {
  projectId: string | null
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { inProject, ...query } = receivableListParams(url)
  return adminQuery(context, async (admin) => {
    const { project, projects } = await projectFilter(admin, inProject)
    const search = { ...query, projectId: project?.id ?? null }
    const listed =
      search.by === 'project' ? await byProject(search)(admin) : await byInvestor(search)(admin)
    const isNarrowed = query.q !== '' || project !== null
    return { ...listed, projects, isNarrowed, scope: query.scope, today: clock.today() }
  })
}

const byInvestor = (search: Search) => async (admin: Admin) => {
  const { aged, totals, ...paging } = await overdueInvestors(admin, search)
  const investors = await describeOverdue(admin, aged, search.projectId)
  // A search would have to add up lines that the list does not show.
  const notDue = search.q === '' ? await notDueInAll(admin, search.projectId, totals.total) : null
  return { by: 'investor' as const, investors, totals: { ...totals, notDue }, ...paging }
}

const pageSize = 25

const byProject = (search: Search) => async (admin: Admin) => {
  const all = await projectReceivables(admin, search)
  const page = shownPage(search.page, all.length, pageSize)
  const rows = all.slice((page - 1) * pageSize, page * pageSize)
  const totals = { ...summedUp(all), count: all.length }
  return { by: 'project' as const, rows, totals, page, pageSize }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Receivables', args)

export default function Receivables({ loaderData }: Route.ComponentProps) {
  const { by, totals, page, pageSize, projects, isNarrowed, scope, today } = loaderData
  return (
    <>
      <PageHead
        title="Receivables"
        count={totals.count}
        lead="Who owes what, and since when."
        actions={
          <>
            <ExportLink to={`${receivablesHome}/export`} />
            <ButtonLink to={forecastHome} icon="calendar">
              Cash forecast
            </ButtonLink>
          </>
        }
      />
      <Toolbar>
        <SearchForm label={by === 'project' ? 'Search projects...' : 'Search investors...'} />
        <ProjectFilter projects={projects} />
        <ViewChips />
        {by === 'investor' && <ScopeChips scope={scope} />}
        <SortSelect orders={orders} />
      </Toolbar>
      {totals.count === 0 ? (
        <NothingOwed isNarrowed={isNarrowed} scope={scope} />
      ) : (
        <>
          <Totals by={by} totals={totals} />
          {loaderData.by === 'project' ? (
            <ProjectsTable projects={loaderData.rows} />
          ) : (
            <>
              <RemindSelected />
              <InvestorsTable investors={loaderData.investors} today={today} />
            </>
          )}
          <Pagination page={page} pageSize={pageSize} total={totals.count} />
          {by === 'investor' && (
            <AlsoExport to={`${receivablesHome}/export-lines`}>Export due payments</AlsoExport>
          )}
        </>
      )}
      <Outlet />
    </>
  )
}

const noneOf: Record<ReceivableScope, string> = {
  overdue: 'No overdue payments',
  soon: 'No payments overdue or due within 30 days',
  open: 'No open payments',
}

type NothingProps = { isNarrowed: boolean; scope: ReceivableScope }

function NothingOwed({ isNarrowed, scope }: NothingProps) {
  if (isNarrowed) {
    return (
      <EmptyState icon="search" title={`${noneOf[scope]} found`}>
        <SearchAdvice>Try another name or project.</SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="check-circle" title={noneOf[scope]}>
      {scope === 'overdue'
        ? 'Investors appear here from the day after a payment was due.'
        : 'Investors appear here once a payment is agreed.'}
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching data" />
}
