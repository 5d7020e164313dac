import { Outlet } from 'react-router'
import { listDownloads } from '../../../domain/audit/document-downloads.server.ts'
import {
  type DocumentInFull,
  earlierFilesOf,
} from '../../../domain/documents/document-in-full.server.ts'
import { isWithoutFile } from '../../../domain/documents/my-files.server.ts'
import { removalOf } from '../../../domain/documents/removal.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { ListFault } from '../../../ui/feedback/area-fault.tsx'
import { DialogLink } from '../../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { listQuery } from '../../../values/list-query.ts'
import { documentsHome } from '../../paths.ts'
import { requireDocument } from '../parts/require-document.server.ts'
import { RestoreButton } from '../parts/restore-button.tsx'
import type { Route } from './+types/route.ts'
import { About } from './about.tsx'
import { DownloadsTable } from './downloads-table.tsx'
import { FilesTable } from './files-table.tsx'

export async function loader({ params: { id }, url, context }: Route.LoaderArgs) {
  return adminQuery(context, async (admin) => ({
    document: await requireDocument(admin, id),
    earlier: await earlierFilesOf(admin, id),
    downloaded: await listDownloads(admin, id, listQuery(url).page),
    isWithoutFile: await isWithoutFile(admin, id),
  }))
}

export const meta: Route.MetaFunction = ({ loaderData, ...args }) =>
  pageTitle(loaderData ? `${loaderData.document.title} · Document` : 'Document', args)

export default function Document({ loaderData }: Route.ComponentProps) {
  const { document, earlier, downloaded, isWithoutFile } = loaderData
  return (
    <>
      <PageHead
        back={{ to: documentsHome, label: 'Manage Documents' }}
        title={<bdi className="wrap-anywhere">{document.title}</bdi>}
        {...(document.isArchived && { lead: <Badge>Archived</Badge> })}
        actions={<Acts document={document} />}
      />
      <div className="grid gap-(--gap)">
        {isWithoutFile && (
          <Alert tone="negative">
            The file of this document is missing. Restore it from a backup, or choose the file again
            under Edit.
          </Alert>
        )}
        <About document={document} />
        <FilesTable documentId={document.id} present={document.file} earlier={earlier} />
        <DownloadsTable {...downloaded} />
      </div>
      <Outlet />
    </>
  )
}

function Acts({ document }: { document: DocumentInFull }) {
  const { id, isArchived } = document
  return (
    <>
      <ButtonLink icon="history" to={`/admin-dashboard/audit?about=${id}`}>
        Audit trail
      </ButtonLink>
      {isArchived ? (
        <RestoreButton document={document} />
      ) : (
        <>
          <DialogLink look="secondary" icon="trash" to={`${documentsHome}/${id}/about/removal`}>
            {removalOf(document) === 'archive' ? 'Archive' : 'Delete'}
          </DialogLink>
          <DialogLink look="primary" icon="edit" to={`${documentsHome}/${id}/about/edit`}>
            Edit
          </DialogLink>
        </>
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ListFault error={error} home={documentsHome} title="Error fetching data" />
}
