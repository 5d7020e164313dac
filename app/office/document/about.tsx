import { documentTypeLabels } from '../../domain/documents/document.ts'
import type { DocumentInFull } from '../../domain/documents/document-in-full.server.ts'
import { Moment } from '../../ui/day.tsx'
import { Panel } from '../../ui/panel.tsx'
import { audienceOf } from '../documents/parts/audience-of.ts'

/** What the document is and whom it is for. */
export function About({ document }: { document: DocumentInFull }) {
  const { documentType, project, audience, investor, description, file } = document
  return (
    <Panel title="About">
      {description && <p className="mb-3 max-w-[72ch] whitespace-pre-line wrap-anywhere">{description}</p>}
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
    </Panel>
  )
}
