import { formatWord } from '../../../domain/documents/document-file.ts'
import type { DocumentFile } from '../../../domain/documents/document-in-full.server.ts'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Table, Td, Th, Tr } from '../../../ui/layout/table.tsx'
import { formatBytes } from '../../../values/bytes.ts'

/** A card shows no column headings. */
const narrowOnly = 'hidden @max-[48rem]/main:inline'

type Props = { documentId: string; present: DocumentFile; earlier: readonly DocumentFile[] }

/** All versions, current first. Investors only get the current one. */
export function FilesTable({ documentId, present, earlier }: Props) {
  const at = `/admin-dashboard/documents/${documentId}`
  return (
    <Panel title="Files" flush>
      <Table
        caption="Files of the document, current version first"
        head={
          <>
            <Th>Version</Th>
            <Th>File</Th>
            <Th>Size</Th>
            <Th>Uploaded</Th>
            <Th end>
              <span className="sr-only">Actions</span>
            </Th>
          </>
        }
      >
        <Row file={present} isPresent href={`${at}/file`} />
        {earlier.map((file) => (
          <Row key={file.number} file={file} href={`${at}/files/${file.number}`} />
        ))}
      </Table>
    </Panel>
  )
}

function Row({
  file,
  isPresent = false,
  href,
}: {
  file: DocumentFile
  isPresent?: boolean
  href: string
}) {
  const { number, originalName, byteSize, uploadedBy, uploadedAt } = file
  return (
    <Tr>
      <Td className="@max-[48rem]/main:order-1">
        <span className="num font-[560]">
          <span className={narrowOnly}>Version </span>
          {number}
        </span>{' '}
        {isPresent && <Badge tone="green">Current</Badge>}
      </Td>
      <Td wrap card="row" className="@max-[48rem]/main:order-3">
        <bdi className="wrap-anywhere">{originalName}</bdi>
      </Td>
      <Td className="num @max-[48rem]/main:order-4">
        {formatWord(file)}, {formatBytes(byteSize)}
      </Td>
      <Td wrap card="row" className="text-xs text-muted @max-[48rem]/main:order-5">
        {uploadedBy && (
          <>
            <bdi>{uploadedBy}</bdi>,{' '}
          </>
        )}
        <Moment at={uploadedAt} />
      </Td>
      <Td end className="@max-[48rem]/main:order-2">
        <DownloadLink
          href={href}
          className={buttonClass('secondary', 'small')}
          aria-label={`Download version ${number}`}
        >
          <Icon name="download" size="small" />
          Download
        </DownloadLink>
      </Td>
    </Tr>
  )
}
