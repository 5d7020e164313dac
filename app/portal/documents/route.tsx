import { documentTypeOf, documentTypes } from '../../domain/documents/document.ts'
import { listMyDocuments } from '../../domain/documents/documents.server.ts'
import { ListFault } from '../../ui/area-fault.tsx'
import { Chips, Toolbar } from '../../ui/chips.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { listQuery } from '../../values/list-query.ts'
import { asReader } from '../guard.server.ts'
import type { Route } from './+types/route.ts'
import { DocumentsTable } from './documents-table.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const query = { ...listQuery(url), type: documentTypeOf(url.searchParams.get('type')) }
  return { ...(await asReader(context, (reader) => listMyDocuments(reader, query))), q: query.q, type: query.type }
}

export const meta: Route.MetaFunction = () => [{ title: 'My Documents · Msingi' }]

const shortLabels = { legal: 'Legal', financial: 'Financial', tax: 'Tax', report: 'Progress', project: 'Project' }

export default function MyDocuments({ loaderData }: Route.ComponentProps) {
  const { documents, counts, total, page, pageSize, q, type } = loaderData
  return (
    <>
      <PageHead title="My Documents" lead="Documents of your projects, and those addressed to you." />
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
            <DocumentsTable documents={documents} />
          </Panel>
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
    </>
  )
}

function NoDocuments({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No documents found">
        Titles, types and project names were searched. Try fewer letters or another type.
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
