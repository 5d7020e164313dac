import { documentTypeLabels } from '../../domain/documents/document.ts'
import { documentDrawing, formatWord } from '../../domain/documents/document-file.ts'
import type { MyDocument } from '../../domain/documents/documents.server.ts'
import { NewMark } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Moment } from '../../ui/day.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Table, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { formatBytes } from '../../values/bytes.ts'
import { usePortalAddress } from '../parts/portal-link.tsx'
import { documentsHome } from '../paths.ts'

/** In cards, the first cell contains everything and the button shows only its icon. */
const narrowOnly = 'hidden @max-[48rem]/main:block'
const wideOnly = '@max-[48rem]/main:sr-only'
const narrowButton =
  '@max-[48rem]/main:size-11 @max-[48rem]/main:border-transparent @max-[48rem]/main:px-0'

type Props = { documents: readonly MyDocument[]; lastVisit: Date | null }

/** Newest first; documents since the last visit are marked as new, except on the first visit. */
export function DocumentsTable({ documents, lastVisit }: Props) {
  const address = usePortalAddress()
  return (
    <Table
      caption="Documents, newest first"
      head={
        <>
          <Th>Document</Th>
          <Th>Type</Th>
          <Th>Project</Th>
          <Th>Date</Th>
          <Th end>Action</Th>
        </>
      }
    >
      {documents.map((document) => (
        <Tr key={document.id}>
          <Td wrap>
            <FileName
              document={document}
              isNew={lastVisit !== null && document.uploadedAt > lastVisit}
            />
          </Td>
          <Td card="hidden">{documentTypeLabels[document.documentType]}</Td>
          <Td card="hidden">
            <ProjectName document={document} />
          </Td>
          <Td card="hidden" className="whitespace-nowrap">
            <Moment at={document.uploadedAt} time={false} />
          </Td>
          <Td end className="self-start">
            <DownloadLink
              href={address(`${documentsHome}/${document.id}/file`)}
              className={buttonClass('secondary', 'small', narrowButton)}
              aria-label={`Download ${document.title}`}
            >
              <Icon name="download" size="small" />
              <span className={wideOnly}>Download</span>
            </DownloadLink>
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

function ProjectName({ document: { project } }: { document: MyDocument }) {
  return project ? <bdi>{project}</bdi> : <span className="text-muted">Addressed to you</span>
}

function FileName({ document, isNew }: { document: MyDocument; isNew: boolean }) {
  const { title, documentType, mediaType, byteSize, uploadedAt } = document
  return (
    <div className="flex min-w-0 items-start gap-3">
      <span className="grid size-9 flex-none place-items-center rounded-small bg-tint-neutral text-muted">
        <Icon name={documentDrawing(documentType, mediaType)} />
      </span>
      <span className="min-w-0">
        <b className="block leading-[1.4] font-[550] wrap-anywhere">
          <bdi>{title}</bdi>
          {isNew && (
            <span className="ms-2.5">
              <NewMark />
            </span>
          )}
        </b>
        <span className="num block text-xs leading-[1.4] text-muted">
          {formatWord(document)}, {formatBytes(byteSize)}
        </span>
        <span className={`${narrowOnly} text-xs leading-[1.4] text-muted`}>
          {documentTypeLabels[documentType]}
          <br />
          <ProjectName document={document} />,{' '}
          <span className="whitespace-nowrap">
            <Moment at={uploadedAt} time={false} />
          </span>
        </span>
      </span>
    </div>
  )
}
