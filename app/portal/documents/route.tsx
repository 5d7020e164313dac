import { documentTypeOf, documentTypes } from '../../domain/documents/document.ts'
import { listMyDocuments } from '../../domain/documents/documents.server.ts'
import { sizeOfMyFiles } from '../../domain/documents/my-files.server.ts'
import { visitOf } from '../../domain/investors/visits.server.ts'
import { ListFault } from '../../ui/area-fault.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Chips, Toolbar } from '../../ui/chips.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { EmptyState, SearchAdvice } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { formatBytes } from '../../values/bytes.ts'
import { counted } from '../../values/counted.ts'
import { listQuery } from '../../values/list-query.ts'
import { asReader } from '../guard.server.ts'
import { usePortalAddress } from '../parts/portal-link.tsx'
import type { Route } from './+types/route.ts'
import { DocumentsTable } from './documents-table.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = { ...listQuery(url), type: documentTypeOf(url.searchParams.get('type')) }
  const found = await asReader(context, async (reader) => ({
    ...(await listMyDocuments(reader, query)),
    all: await sizeOfMyFiles(reader),
    lastVisit: (await visitOf(reader)).last,
  }))
  return { ...found, q: query.q, type: query.type }
}

export const meta: Route.MetaFunction = () => [{ title: 'My Documents · Msingi' }]

const shortLabels = { legal: 'Legal', financial: 'Financial', tax: 'Tax', report: 'Progress', project: 'Project' }

export default function MyDocuments({ loaderData }: Route.ComponentProps) {
  const { documents, counts, total, page, pageSize, all, lastVisit, q, type } = loaderData
  return (
    <>
      <PageHead
        title="My Documents"
        lead="Documents of your projects, and those addressed to you."
        actions={all.count > 0 && <DownloadAll {...all} />}
      />
      <Toolbar>
        <SearchForm label="Search documents..." />
        <Chips label="Type" name="type" kinds={documentTypes} labels={shortLabels} counts={counts} />
      </Toolbar>
      {total === 0 ? (
        <Panel flush>
          <NoDocuments filtered={q !== '' || type !== null} />
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

/** One archive of every document, whatever the list is narrowed to; how large it is stands on the button. */
function DownloadAll({ count, byteSize }: { count: number; byteSize: number }) {
  const address = usePortalAddress()
  return (
    <DownloadLink href={address('/investment-dashboard/documents/all')} className={buttonClass('secondary')}>
      <Icon name="download" size="small" />
      Download all
      <span className="num font-normal text-muted">
        <span className="sr-only">{counted(count, 'document')}, </span>ZIP, {formatBytes(byteSize)}
      </span>
    </DownloadLink>
  )
}

function NoDocuments({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No documents found">
        <SearchAdvice>Titles, types and project names were searched. Try fewer letters or another type.</SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="documents" title="No documents available for your investments">
      Agreements, reports and statements of your projects appear here when we publish them.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/investment-dashboard" title="Your documents could not be loaded" />
}
