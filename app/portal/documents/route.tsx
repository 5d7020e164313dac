import { useLocation, useSearchParams } from 'react-router'
import { documentTypeOf, documentTypes } from '../../domain/documents/document.ts'
import { countNewDocuments, listMyDocuments } from '../../domain/documents/documents.server.ts'
import { sizeOfMyFiles } from '../../domain/documents/my-files.server.ts'
import { newsSinceVisit, visitOf } from '../../domain/investors/visits.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { withSearchParam } from '../../ui/fields/search-params.ts'
import { Icon } from '../../ui/icon.tsx'
import { Chip, ChipRow, Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { formatBytes } from '../../values/bytes.ts'
import { dayOf } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { grouped } from '../../values/grouped.ts'
import { listQuery } from '../../values/list-query.ts'
import { viewerQuery } from '../guard.server.ts'
import { usePortalAddress } from '../parts/portal-link.tsx'
import { documentsHome, portalHome } from '../paths.ts'
import type { Route } from './+types/route.ts'
import { DocumentsTable } from './documents-table.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = { ...listQuery(url), type: documentTypeOf(url.searchParams.get('type')) }
  const onlyNew = url.searchParams.has('new')
  const found = await viewerQuery(context, async (reader) => {
    const visit = await visitOf(reader)
    const begin = newsSinceVisit(visit)
    return {
      ...(await listMyDocuments(reader, { ...query, since: onlyNew ? begin : null })),
      all: await sizeOfMyFiles(reader),
      fresh: await countNewDocuments(reader, query, begin),
      lastVisit: visit.last,
    }
  })
  return { ...found, q: query.q, type: query.type, onlyNew }
}

export const meta: Route.MetaFunction = (args) => pageTitle('My Documents', args)

const shortLabels = {
  legal: 'Legal',
  financial: 'Financial',
  tax: 'Tax',
  report: 'Progress',
  project: 'Project',
}

export default function MyDocuments({ loaderData }: Route.ComponentProps) {
  const { documents, counts, total, page, pageSize, all, fresh, lastVisit, q, type, onlyNew } =
    loaderData
  return (
    <>
      <PageHead
        title="My Documents"
        lead="Documents of your projects, and those addressed to you."
        actions={all.count > 0 && <DownloadAll {...all} />}
      />
      <Toolbar>
        <SearchForm label="Search documents..." />
        <Chips
          label="Type"
          name="type"
          kinds={documentTypes}
          labels={shortLabels}
          counts={counts}
        />
        {(fresh > 0 || onlyNew) && <NewChip count={fresh} isOn={onlyNew} lastVisit={lastVisit} />}
      </Toolbar>
      {total === 0 ? (
        <Panel flush>
          <NoDocuments filtered={q !== '' || type !== null || onlyNew} isSearched={q !== ''} />
        </Panel>
      ) : (
        <>
          <Panel flush>
            <DocumentsTable documents={documents} lastVisit={lastVisit} />
          </Panel>
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
    </>
  )
}

/** Toggles the filter: since the last visit, or the last thirty days on the first visit. */
function NewChip({
  count,
  isOn,
  lastVisit,
}: {
  count: number
  isOn: boolean
  lastVisit: Date | null
}) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  return (
    <ChipRow label="What is new">
      <Chip to={`${pathname}${withSearchParam(params, 'new', isOn ? '' : 'yes')}`} isCurrent={isOn}>
        {lastVisit === null ? (
          'New in 30 days'
        ) : (
          <>
            New since <Day on={dayOf(lastVisit)} year={false} />
          </>
        )}{' '}
        <span className="num opacity-85">{grouped(count)}</span>
        {isOn && <Icon name="close" size="tiny" />}
      </Chip>
    </ChipRow>
  )
}

/** Downloads every document, whatever the filter; the button shows the size. */
function DownloadAll({ count, byteSize }: { count: number; byteSize: number }) {
  const address = usePortalAddress()
  return (
    <DownloadLink href={address(`${documentsHome}/all`)} className={buttonClass('secondary')}>
      <Icon name="download" size="small" />
      Download all
      <span className="num font-normal text-muted">
        <span className="sr-only">{counted(count, 'document')}, </span>ZIP, {formatBytes(byteSize)}
      </span>
    </DownloadLink>
  )
}

function NoDocuments({ filtered, isSearched }: { filtered: boolean; isSearched: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No documents found">
        <SearchAdvice>
          {isSearched
            ? 'Search covers titles, types and project names. Try fewer letters or another type.'
            : 'You have no documents of this type. Choose another one.'}
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="documents" title="No documents available for your investments">
      Agreements, reports and statements appear here once published.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={portalHome} title="Your documents could not be loaded" />
}
