import { Link } from 'react-router'
import type { PersonalDocument } from '../../../domain/documents/documents-of-investor.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconButtonClass } from '../../../ui/icon-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { PanelLink } from './panel-link.tsx'

type Props = { investorId: string; documents: PersonalDocument[]; name: string }

/** Documents addressed to this investor only, with downloads. */
export function DocumentsPanel({ investorId, documents, name }: Props) {
  return (
    <Panel
      title={
        <>
          Documents for <bdi className="wrap-anywhere">{name}</bdi>
        </>
      }
      action={
        <PanelLink to={`/admin-dashboard/documents?investor=${investorId}`}>
          Open in Documents
        </PanelLink>
      }
    >
      {documents.length === 0 ? (
        <p className="text-sm text-muted">No documents addressed to them.</p>
      ) : (
        <ul className="divide-y divide-line-soft">
          {documents.map(({ id, title, uploadedAt, downloads }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <Icon name="contract" className="flex-none text-muted" />
              <div className="min-w-0 flex-1">
                <Link
                  to={`/admin-dashboard/documents/${id}`}
                  className="block truncate text-sm font-[560] hover:underline"
                  title={title}
                >
                  <bdi>{title}</bdi>
                </Link>
                <p className="text-xs text-muted">
                  <Moment at={uploadedAt} time={false} />, {timesDownloaded(downloads)}
                </p>
              </div>
              <DownloadLink
                href={`/admin-dashboard/documents/${id}/file`}
                aria-label={`Download ${title}`}
                className={iconButtonClass()}
              >
                <Icon name="download" />
              </DownloadLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function timesDownloaded(times: number): string {
  if (times === 0) return 'not downloaded yet'
  return times === 1 ? 'downloaded once' : `downloaded ${times} times`
}
