import { documentTypeLabels } from '../../domain/documents/document.ts'
import { documentDrawing, formatWord } from '../../domain/documents/document-file.ts'
import type { MyDocument } from '../../domain/documents/documents.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Moment } from '../../ui/day.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { formatBytes } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Table, Td, Th, Tr } from '../../ui/table.tsx'

/** The documents of a page, newest first (INV-037). */
export function DocumentsTable({ documents }: { documents: readonly MyDocument[] }) {
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
          <Td card="row" wrap>
            <FileName document={document} />
          </Td>
          <Td label="Type" card="pair">
            {documentTypeLabels[document.documentType]}
          </Td>
          <Td label="Project" card="pair">
            {document.project ? <bdi>{document.project}</bdi> : <span className="text-muted">Addressed to you</span>}
          </Td>
          <Td label="Date" card="pair" className="whitespace-nowrap">
            <Moment at={document.uploadedAt} time={false} />
          </Td>
          <Td end card="actions">
            <DownloadLink
              href={`/investment-dashboard/documents/${document.id}/file`}
              className={buttonClass('secondary', 'small')}
              aria-label={`Download ${document.title}`}
            >
              <Icon name="download" size="small" />
              Download
            </DownloadLink>
          </Td>
        </Tr>
      ))}
    </Table>
  )
}

function FileName({ document }: { document: MyDocument }) {
  const { title, documentType, mediaType, byteSize } = document
  return (
    <div className="flex min-w-0 items-start gap-3">
      <span className="grid size-9 flex-none place-items-center rounded-small bg-tint-neutral text-muted">
        <Icon name={documentDrawing(documentType, mediaType)} />
      </span>
      <span className="min-w-0">
        <b className="block leading-[1.4] font-[550] wrap-anywhere">
          <bdi>{title}</bdi>
        </b>
        <span className="num block text-xs leading-[1.4] text-muted">
          {formatWord(document)}, {formatBytes(byteSize)}
        </span>
      </span>
    </div>
  )
}
