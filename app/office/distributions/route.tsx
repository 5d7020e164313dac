import { listDistributions } from '../../domain/distributions/distributions.server.ts'
import { projectFilter } from '../../domain/projects/project-names.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { counted } from '../../values/counted.ts'
import { distributionListParams } from '../list-params.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { ListSum } from '../parts/list-sum.tsx'
import { ProjectFilter } from '../parts/project-filter.tsx'
import type { Route } from './+types/route.ts'
import { DistributionsTable } from './distributions-table.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { inProject, ...query } = distributionListParams(url)
  return adminQuery(context, async (admin) => {
    const { project, projects } = await projectFilter(admin, inProject)
    return {
      ...(await listDistributions(admin, { ...query, projectId: project?.id ?? null })),
      projects,
      isNarrowed: query.q !== '' || project !== null,
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Distributions', args)

export default function Distributions({ loaderData }: Route.ComponentProps) {
  const { distributions, total, voided, declared, sent, page, pageSize, isNarrowed } = loaderData
  return (
    <>
      <PageHead title="Distributions" count={total} actions={<Actions />} />
      <Toolbar>
        <SearchForm label="Search distributions by project or note..." />
        <ProjectFilter projects={loaderData.projects} />
      </Toolbar>
      {total === 0 ? (
        <None searched={isNarrowed} />
      ) : (
        <>
          <ListSum
            label="Totals of this list"
            sums={[
              ['Declared', <Amount key="declared" cents={declared} show="when-needed" />],
              ['Sent', <Amount key="sent" cents={sent} show="when-needed" />],
            ]}
          >
            {counted(total, 'distribution')}
            {voided > 0 && `, ${voided} voided not included`}
          </ListSum>
          <DistributionsTable distributions={distributions} />
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
    </>
  )
}

function Actions() {
  return (
    <div className="flex items-center gap-2">
      <ExportLink to="/admin-dashboard/distributions/export" />
      <DistributeLink />
    </div>
  )
}

function DistributeLink() {
  return (
    <ButtonLink to="/admin-dashboard/distributions/new" {...opensWithN} look="primary" icon="plus">
      Distribute returns
    </ButtonLink>
  )
}

function None({ searched }: { searched: boolean }) {
  if (searched) {
    return (
      <EmptyState icon="search" title="No distributions found">
        <SearchAdvice>Try adjusting your search terms or another project.</SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="distributions" title="No distributions yet" action={<DistributeLink />}>
      Payouts of projects to their investors appear here.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching data" />
}
