import { Outlet } from 'react-router'
import { documentTypePlurals, documentTypes } from '../../domain/documents/document.ts'
import { listDocuments } from '../../domain/documents/managed-documents.server.ts'
import { findWithoutFile } from '../../domain/documents/my-files.server.ts'
import { findInvestor } from '../../domain/investors/find-investor.server.ts'
import { projectFilter } from '../../domain/projects/project-names.server.ts'
import { adminQuery } from '../../platform/session/session.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { EmptyState, SearchAdvice } from '../../ui/feedback/empty-state.tsx'
import { opensWithN } from '../../ui/fields/new-shortcut.ts'
import { SearchForm } from '../../ui/fields/search-form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CardGrid } from '../../ui/layout/card.tsx'
import { Chips, Toolbar } from '../../ui/layout/chips.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { pageTitle } from '../../ui/layout/page-title.ts'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { documentListParams } from '../list-params.ts'
import { ExportLink } from '../parts/export-link.tsx'
import { OfInvestor } from '../parts/of-investor.tsx'
import { ProjectFilter } from '../parts/project-filter.tsx'
import type { Route } from './+types/route.ts'
import { DocumentCard } from './document-card.tsx'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { of: investor, inProject, ...query } = documentListParams(url)
  return adminQuery(context, async (admin) => {
    const of = await findInvestor(admin, investor)
    const { project, projects } = await projectFilter(admin, inProject)
    const list = await listDocuments(admin, {
      ...query,
      investorId: of?.id ?? null,
      projectId: project?.id ?? null,
    })
    const withoutFile = await findWithoutFile(
      admin,
      list.documents.map(({ id }) => id),
    )
    return {
      ...list,
      withoutFile,
      projects,
      isNarrowed: query.q !== '' || query.type !== null || of !== null || project !== null,
      type: query.type,
      forInvestor: of && { id: of.id, name: of.fullName },
    }
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Manage Documents', args)

export default function ManageDocuments({ loaderData }: Route.ComponentProps) {
  const { documents, withoutFile, counts, total, page, pageSize, type, forInvestor } = loaderData
  return (
    <>
      <PageHead title="Manage Documents" count={total} actions={<Actions />} />
      <Toolbar>
        <SearchForm label="Search documents..." />
        {forInvestor && <OfInvestor word="For" {...forInvestor} />}
        <ProjectFilter projects={loaderData.projects} />
        <Chips
          label="Type"
          name="type"
          all="All Types"
          kinds={documentTypes}
          labels={documentTypePlurals}
          counts={counts}
          apart={{ kind: 'archived', label: 'Archived', count: counts.archived }}
        />
      </Toolbar>
      {total === 0 ? (
        <NoDocuments filtered={loaderData.isNarrowed} archived={type === 'archived'} />
      ) : (
        <>
          <CardGrid>
            {documents.map((document) => (
              <DocumentCard
                key={document.id}
                document={document}
                isWithoutFile={withoutFile.has(document.id)}
              />
            ))}
          </CardGrid>
          <Pagination page={page} pageSize={pageSize} total={total} />
        </>
      )}
      <Outlet />
    </>
  )
}

function Actions() {
  return (
    <div className="flex items-center gap-2">
      <ExportLink to="/admin-dashboard/documents/export" />
      <UploadDocument />
    </div>
  )
}

function UploadDocument() {
  return (
    <DialogLink
      to="/admin-dashboard/documents/new"
      {...opensWithN}
      className={buttonClass('primary')}
    >
      <Icon name="upload" size="small" />
      <span className="words">Upload Document</span>
    </DialogLink>
  )
}

function NoDocuments({ filtered, archived }: { filtered: boolean; archived: boolean }) {
  if (filtered) {
    return (
      <EmptyState icon="search" title="No documents found matching your search">
        <SearchAdvice>
          {archived
            ? 'Archived entries appear here until they are restored.'
            : 'Search covers titles and descriptions. Try fewer letters or another type.'}
        </SearchAdvice>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="documents" title="No documents yet" action={<UploadDocument />}>
      Documents you upload appear here. Investors find them under My Documents and are notified.
    </EmptyState>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home="/admin-dashboard" title="Error fetching data" />
}
