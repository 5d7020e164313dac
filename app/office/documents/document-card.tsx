import { Link, useLocation } from 'react-router'
import { documentTypeLabels } from '../../domain/documents/document.ts'
import { documentDrawing, formatWord } from '../../domain/documents/document-file.ts'
import type { ListedDocument } from '../../domain/documents/managed-documents.server.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Moment } from '../../ui/day.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card, CardBody, CardFoot, CardPhoto } from '../../ui/layout/card.tsx'
import { Facts } from '../../ui/layout/panel.tsx'
import { Picture } from '../../ui/picture.tsx'
import { formatBytes } from '../../values/bytes.ts'
import { IconLink } from '../parts/icon-link.tsx'
import { documentsHome } from '../paths.ts'
import { audienceOf } from './parts/audience-of.ts'
import { Preview } from './parts/preview.tsx'
import { RestoreButton } from './parts/restore-button.tsx'

export function DocumentCard({
  document,
  isWithoutFile,
}: {
  document: ListedDocument
  isWithoutFile: boolean
}) {
  const { id, title, description, documentType, project, uploadedAt, byteSize } = document
  return (
    <Card aria-labelledby={`document-${id}`}>
      <CardPhoto>
        <CardPicture document={document} />
      </CardPhoto>
      <CardBody>
        <p className="text-xs text-muted">{documentTypeLabels[documentType]}</p>
        <h2 id={`document-${id}`} className="line-clamp-3 text-md font-semibold wrap-anywhere">
          <Link to={`${documentsHome}/${id}`} className="covers text-text no-underline">
            <bdi>{title}</bdi>
          </Link>
        </h2>
        {description && (
          <p className="mt-0.5 line-clamp-2 text-xs text-muted wrap-anywhere">{description}</p>
        )}
        <p className="mt-0.5 mb-2 text-xs text-muted wrap-anywhere">
          {audienceOf(document.audience, document.investor)}
        </p>
        {isWithoutFile && <Trouble>The file of this document is missing.</Trouble>}
        {document.isUnreadable && !isWithoutFile && (
          <Trouble>
            This file could not be opened here. It may be damaged or protected by a password.
          </Trouble>
        )}
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
          href={`${documentsHome}/${id}/file`}
          className={buttonClass('secondary', 'small')}
          aria-label={`Download ${title}`}
        >
          <Icon name="download" size="small" />
          Download
        </DownloadLink>
        <span className="num ms-2 me-auto text-xs text-muted">
          {formatWord(document)}, {formatBytes(byteSize)}
        </span>
        {document.isArchived ? (
          <RestoreButton document={document} />
        ) : (
          <CardActs document={document} />
        )}
      </CardFoot>
    </Card>
  )
}

function Trouble({ children }: { children: string }) {
  return (
    <p className="mb-2 flex gap-1.5 text-xs">
      <Icon name="alert" size="small" className="mt-px flex-none text-warning" />
      <span>{children}</span>
    </p>
  )
}

/** The dialog decides between deleting and archiving. */
function CardActs({ document: { id, title } }: { document: ListedDocument }) {
  const { search } = useLocation()
  const at = (act: string) => ({ pathname: `${documentsHome}/${id}/${act}`, search })
  return (
    <>
      <IconLink icon="edit" label={`Edit ${title}`} to={at('edit')} preventScrollReset />
      <IconLink
        icon="trash"
        label={`Delete or archive ${title}`}
        to={at('removal')}
        preventScrollReset
      />
    </>
  )
}

/** The preview of the file, else the project's cover, else an icon of the type. */
function CardPicture({ document }: { document: ListedDocument }) {
  const { id, preview, fileNumber, cover, documentType, mediaType } = document
  if (preview) {
    return (
      <Preview
        documentId={id}
        fileNumber={fileNumber}
        size={preview}
        className="h-22 w-full border-b border-line-soft bg-white object-cover object-top"
      />
    )
  }
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
