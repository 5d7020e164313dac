import type { DocumentDownload } from '../../../domain/audit/document-downloads.server.ts'
import { Moment } from '../../../ui/day.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Pagination } from '../../../ui/layout/pagination.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'

type Props = { downloads: DocumentDownload[]; total: number; page: number; pageSize: number }

export function DownloadsTable({ downloads, total, page, pageSize }: Props) {
  if (total === 0) {
    return (
      <Panel title="Downloads" flush>
        <EmptyState icon="download" title="Not downloaded yet">
          Each download appears here, with its user and time.
        </EmptyState>
      </Panel>
    )
  }
  return (
    <div>
      <Panel title="Downloads" flush>
        <Table
          caption="Downloads of the document, the latest first"
          head={
            <>
              <Th>When</Th>
              <Th>Who</Th>
              <Th>Role</Th>
              <Th end>Version</Th>
            </>
          }
        >
          {downloads.map((download) => (
            <Row key={download.id} download={download} />
          ))}
        </Table>
      </Panel>
      <Pagination page={page} pageSize={pageSize} total={total} />
    </div>
  )
}

function Row({ download: { at, name, by, viewed, fileNumber } }: { download: DocumentDownload }) {
  return (
    <Tr>
      <Td className="whitespace-nowrap @max-[48rem]/main:order-3 @max-[48rem]/main:text-xs @max-[48rem]/main:text-muted">
        <Moment at={at} />
      </Td>
      <Td wrap className="@max-[48rem]/main:order-1">
        <bdi className="font-[560] wrap-anywhere">{name}</bdi>
        {viewed && (
          <span className="block text-xs text-muted">
            viewing as <bdi>{viewed}</bdi>
          </span>
        )}
      </Td>
      <Td className="@max-[48rem]/main:order-4 @max-[48rem]/main:text-xs @max-[48rem]/main:text-muted">
        {by === 'investor' ? 'Investor' : 'Administrator'}
      </Td>
      <Td end className="num @max-[48rem]/main:order-2">
        {fileNumber === null ? (
          <span role="img" aria-label="not recorded">
            –
          </span>
        ) : (
          <>
            <span className="hidden text-xs text-muted @max-[48rem]/main:inline">Version </span>
            {fileNumber}
          </>
        )}
      </Td>
    </Tr>
  )
}
