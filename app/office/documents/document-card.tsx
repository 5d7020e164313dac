import { documentTypeLabels } from '../../domain/documents/document.ts'
import { documentDrawing, formatWord } from '../../domain/documents/document-file.ts'
import type { ListedDocument } from '../../domain/documents/documents.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, CardBody, CardFoot, CardPhoto } from '../../ui/card.tsx'
import { Moment } from '../../ui/day.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { formatBytes } from '../../ui/file-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Facts } from '../../ui/panel.tsx'
import { Picture } from '../../ui/picture.tsx'

/** One document as Manage Documents shows it (MDO-004). */
export function DocumentCard({ document }: { document: ListedDocument }) {
  const { id, title, description, documentType, project, uploadedAt, byteSize } = document
  return (
    <Card aria-labelledby={`document-${id}`}>
      <CardPhoto>
        <Preview document={document} />
      </CardPhoto>
      <CardBody>
        <p className="text-xs text-muted">{documentTypeLabels[documentType]}</p>
        <h2 id={`document-${id}`} className="text-md font-semibold wrap-anywhere">
          <bdi>{title}</bdi>
        </h2>
        {description && <p className="mt-0.5 line-clamp-2 text-xs text-muted wrap-anywhere">{description}</p>}
        <p className="mt-0.5 mb-2 text-xs text-muted wrap-anywhere">{audienceOf(document)}</p>
        <Facts>
          <dt>
            <bdi>{project ?? 'No Project'}</bdi>
          </dt>
          <dd>
            <Moment at={uploadedAt} time={false} />
          </dd>
        </Facts>
      </CardBody>
      <CardFoot>
        <DownloadLink
          href={`/admin-dashboard/documents/${id}/file`}
          className={buttonClass('secondary', 'small')}
          aria-label={`Download ${title}`}
        >
          <Icon name="download" size="small" />
          Download
        </DownloadLink>
        <span className="num ms-2 text-xs text-muted">
          {formatWord(document)}, {formatBytes(byteSize)}
        </span>
      </CardFoot>
    </Card>
  )
}

function audienceOf({ audience, investor }: ListedDocument): string {
  switch (audience) {
    case 'investor':
      return `For ${investor} only`
    case 'administrators':
      return 'For administrators only'
    case 'project':
      return 'For investors of the project'
    default:
      return audience satisfies never
  }
}

function Preview({ document: { cover, documentType, mediaType } }: { document: ListedDocument }) {
  if (cover) {
    return (
      <Picture
        source={cover}
        alt=""
        sizes="(width >= 80rem) 24rem, (width >= 48rem) 45vw, 92vw"
        className="h-22 w-full object-cover"
      />
    )
  }
  return (
    <div className="grid h-22 place-items-center text-muted">
      <Icon name={documentDrawing(documentType, mediaType)} size="large" />
    </div>
  )
}
