import { documentTypeLabels } from '../../../domain/documents/document.ts'
import { documentDrawing, formatWord } from '../../../domain/documents/document-file.ts'
import type { MyDocument } from '../../../domain/documents/documents.server.ts'
import type { InvestmentStatus } from '../../../domain/investments/investment.ts'
import { Moment } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatBytes } from '../../../values/bytes.ts'
import { PortalLink, usePortalAddress } from '../../parts/portal-link.tsx'
import { documentsHome } from '../../paths.ts'

type Props = {
  project: string
  status: InvestmentStatus
  listed: { documents: MyDocument[]; total: number }
}

export function ProjectDocuments({ project, status, listed: { documents, total } }: Props) {
  return (
    <Panel
      title="Documents"
      action={
        total > documents.length && (
          <PortalLink
            to={`${documentsHome}?q=${encodeURIComponent(project)}`}
            className="-my-2 inline-flex min-h-9 items-center text-sm font-medium text-link hover:underline max-sm:min-h-11"
          >
            View all<span className="sr-only"> documents of this project</span>
          </PortalLink>
        )
      }
    >
      {documents.length === 0 ? (
        <p className="text-muted">{noneBecause(status)}</p>
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {documents.map((document) => (
            <DocumentRow key={document.id} document={document} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function noneBecause(status: InvestmentStatus): string {
  if (status === 'pending')
    return 'Documents of this project appear here once your first payment is received.'
  if (status === 'cancelled')
    return 'Documents are for current investors. This investment was cancelled.'
  return 'No documents of this project yet.'
}

function DocumentRow({ document }: { document: MyDocument }) {
  const { id, title, documentType, mediaType, byteSize, uploadedAt } = document
  const address = usePortalAddress()
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-3 py-2.5 @max-[16rem]/main:grid-cols-1 @max-[16rem]/main:gap-1">
      <span className="grid size-9 place-items-center @max-[16rem]/main:hidden rounded-small bg-tint-neutral text-muted">
        <Icon name={documentDrawing(documentType, mediaType)} />
      </span>
      <span className="min-w-0">
        <b className="line-clamp-2 text-sm font-[550] wrap-anywhere">
          <bdi>{title}</bdi>
        </b>
        <span className="num block text-xs text-muted">
          {documentTypeLabels[documentType]}, <Moment at={uploadedAt} time={false} />
          <br />
          {formatWord(document)}, {formatBytes(byteSize)}
        </span>
      </span>
      <DownloadLink
        href={address(`${documentsHome}/${id}/file`)}
        className={iconButtonClass()}
        aria-label={`Download ${title}`}
      >
        <Icon name="download" />
      </DownloadLink>
    </li>
  )
}
