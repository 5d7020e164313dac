import { documentTypeLabels } from '../../../domain/documents/document.ts'
import { documentLines } from '../../../domain/documents/document-lines.server.ts'
import { documentIds } from '../../../domain/documents/managed-documents.server.ts'
import { findInvestor } from '../../../domain/investors/find-investor.server.ts'
import { projectFilter } from '../../../domain/projects/project-names.server.ts'
import { documentListParams } from '../../list-params.ts'
import { exportList, type ListFile } from '../../parts/export-list.server.ts'
import type { Route } from './+types/route.ts'

type Line = Awaited<ReturnType<typeof documentLines>>[number]

const columns: ListFile<Line>['columns'] = {
  Title: ({ title }) => title,
  Type: ({ document_type }) => documentTypeLabels[document_type],
  Description: ({ description }) => description,
  Project: ({ project }) => project,
  Investor: ({ investor }) => investor,
  'Investor email': ({ investor_email }) => investor_email,
  'Uploaded (UTC)': ({ uploaded_at }) => uploaded_at.toISOString(),
  File: ({ original_name }) => original_name,
  'Media type': ({ media_type }) => media_type,
  Bytes: ({ byte_size }) => byte_size.toString(),
  'SHA-256': ({ sha256 }) => sha256,
  Archived: ({ status }) => (status === 'archived' ? 'yes' : 'no'),
  Id: ({ id }) => id,
}

/** Exports the metadata of the listed documents, not their files. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const { of, inProject, page: _, ...filters } = documentListParams(url)
  return exportList(
    { request, url, context },
    {
      name: 'documents',
      subject: 'document',
      columns,
      ids: async (admin) =>
        documentIds(admin, {
          ...filters,
          investorId: (await findInvestor(admin, of))?.id ?? null,
          projectId: (await projectFilter(admin, inProject)).project?.id ?? null,
        }),
      rows: (ids) => (admin) => documentLines(admin, ids),
    },
  )
}
