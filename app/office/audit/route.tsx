import { Link, useLocation, useSearchParams } from 'react-router'
import { listAudit } from '../../domain/audit/audit-log.server.ts'
import { auditAdministrators } from '../../domain/audit/audit-people.server.ts'
import {
  type AuditSearch,
  auditPageOf,
  auditSearchOf,
  unfilteredSearch,
} from '../../domain/audit/audit-search.ts'
import { auditKindLabels, auditKinds } from '../../domain/audit/audit-words.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { withSearchParam } from '../../ui/fields/search-params.ts'
import { Icon } from '../../ui/icon.tsx'
import { Chip, ChipRow, Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { shownCount } from '../../values/capped-count.ts'
import type { Route } from './+types/route.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

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
          Search covers names of people, projects and documents. Try fewer letters, another filter
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

/** Without counts: counting would read the whole log. */
function KindChips() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const current = auditKinds.find((kind) => kind === params.get('kind')) ?? ''
  const chips = [['', 'All'], ...auditKinds.map((kind) => [kind, auditKindLabels[kind]])] as const
  return (
    <ChipRow label="Kind">
      {chips.map(([kind = '', words]) => (
        <Chip
          key={kind}
          to={`${pathname}${withSearchParam(params, 'kind', kind)}`}
          isCurrent={kind === current}
        >
          {words}
        </Chip>
      ))}
    </ChipRow>
  )
}

/** Keyset pagination. Null: there is no such page. */
function OlderNewer({ older, newer }: { older: string | null; newer: string | null }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const address = (page: string) => `${pathname}${withSearchParam(params, 'page', page)}`
  if (older === null && newer === null) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 pt-3.5 text-xs">
      {params.has('page') && (
        <Link to={address('')} className="page-link">
          Newest
        </Link>
      )}
      {newer !== null && (
        <Link to={address(`newer-${newer}`)} className="page-link grid-flow-col gap-1">
          <Icon name="chevron-left" size="small" />
          Newer
        </Link>
      )}
      {older !== null && (
        <Link to={address(`older-${older}`)} className="page-link grid-flow-col gap-1">
          Older
          <Icon name="chevron-right" size="small" />
        </Link>
      )}
    </nav>
  )
}
