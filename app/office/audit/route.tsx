import { Link } from 'react-router'
import { listAudit } from '../../domain/audit/audit-log.server.ts'
import { auditAdministrators } from '../../domain/audit/audit-people.server.ts'
import {
  type AuditSearch,
  auditPageOf,
  auditSearchOf,
  unfilteredSearch,
} from '../../domain/audit/audit-search.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { shownCount } from '../../values/capped-count.ts'
import type { Route } from './+types/route.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { KindChips } from './kind-chips.tsx'
import { OlderNewer } from './older-newer.tsx'

const nothing: Awaited<ReturnType<typeof listAudit>> = {
  entries: [],
  total: 0,
  older: false,
  newer: false,
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = auditSearchOf(url)
  return adminQuery(context, async (admin) => ({
    ...(search === null ? nothing : await listAudit(admin, search, auditPageOf(url))),
    administrators: await auditAdministrators(admin),
    search,
    opened: url.searchParams.get('open'),
  }))
}

export const meta: Route.MetaFunction = (args) => pageTitle('Audit Log', args)

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { entries, older, newer, total, administrators, search, opened } = loaderData
  return (
    <>
      <PageHead
        title="Audit Log"
        count={shownCount(total)}
        actions={search && <Export search={search} />}
      />
      <Toolbar>
        <SearchForm label="Search audit log..." />
        <KindChips />
      </Toolbar>
      <AuditFilters search={search ?? unfilteredSearch} administrators={administrators} />
      {entries.length === 0 ? (
        <Nothing search={search} />
      ) : (
        <>
          <AuditTable entries={entries} opened={opened} />
          <OlderNewer
            older={older ? (entries.at(-1)?.id ?? null) : null}
            newer={newer ? (entries[0]?.id ?? null) : null}
          />
        </>
      )}
    </>
  )
}

function Export({ search }: { search: AuditSearch }) {
  const filters = Object.entries(search).flatMap(([name, text]) => (text ? [[name, text]] : []))
  const query = new URLSearchParams(filters).toString()
  return (
    <Link
      to={`/admin-dashboard/audit/export${query && `?${query}`}`}
      reloadDocument
      className={buttonClass('outline')}
    >
      <Icon name="download" size="small" />
      <span className="words">Export CSV</span>
    </Link>
  )
}

function Nothing({ search }: { search: AuditSearch | null }) {
  if (search === null) {
    return (
      <EmptyState icon="search" title="Unknown filter">
        The address contains an unknown filter.{' '}
        <Link to="/admin-dashboard/audit" className="text-link underline">
          Show the whole log
        </Link>
      </EmptyState>
    )
  }
  if (Object.values(search).some((filter) => filter !== null && filter !== '')) {
    return (
      <EmptyState icon="search" title="No matching entries">
        <SearchAdvice>
          Names of people, projects and documents were searched. Try fewer letters, another filter
          or a longer period.
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="history" title="No entries yet">
      Every change, sign-in, download and export appears here.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching data" />
}
