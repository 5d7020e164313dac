import { documentTypeLabels } from '../../../domain/documents/document.ts'
import type { DocumentInFull } from '../../../domain/documents/document-in-full.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { audienceOf } from '../parts/audience-of.ts'
import { Preview } from '../parts/preview.tsx'

export function About({ document }: { document: DocumentInFull }) {
  const { id, documentType, project, audience, investor, description, file, preview } = document
  return (
    <Panel title="About">
      {document.isUnreadable && (
        <div className="mb-4">
          <Alert tone="warning">
            This file could not be opened here, so there is no preview. It may be damaged, protected
            by a password, or too large. Download it to check; if it is damaged, choose the file
            again under Edit.
          </Alert>
        </div>
      )}
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {preview && (
          <Preview
            documentId={id}
            fileNumber={file.number}
            size={preview}
            className="h-auto w-36 rounded-small border border-line bg-white"
          />
        )}
        <div className="min-w-0 flex-[1_1_16rem]">
          {description && (
            <p className="mb-3 max-w-[72ch] whitespace-pre-line wrap-anywhere">{description}</p>
          )}
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm wrap-anywhere [&>dt]:text-muted">
            <dt>Type</dt>
            <dd>{documentTypeLabels[documentType]}</dd>
            <dt>Project</dt>
            <dd>
              <bdi>{project?.name ?? 'No Project'}</bdi>
            </dd>
            <dt>Who can see it</dt>
            <dd>{audienceOf(audience, investor?.name ?? null)}</dd>
            <dt>Uploaded</dt>
            <dd>
              <Moment at={file.uploadedAt} />
              {file.uploadedBy && (
                <>
                  {' by '}
                  <bdi>{file.uploadedBy}</bdi>
                </>
              )}
            </dd>
          </dl>
        </div>
      </div>
    </Panel>
  )
}
