import { buttonClass } from '../../ui/button.tsx'
import { DownloadLink } from '../../ui/download-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SettingPanel } from '../../ui/layout/setting-panel.tsx'
import { formatBytes } from '../../values/bytes.ts'
import { usePortalAddress } from '../parts/portal-link.tsx'

type Props = { documents: { count: number; byteSize: number } }

/** Shows the size of the documents before the download. */
export function DataExportPanel({ documents: { count, byteSize } }: Props) {
  const address = usePortalAddress()
  return (
    <SettingPanel
      id="everything"
      title="Download my data"
      lead="Everything we hold about you, in one ZIP file."
    >
      <p>
        Your profile, totals, investments, ledger, distributions, investment requests and
        notifications as tables, every receipt and statement as a PDF, and every document
        {count > 0 && ` (${count}, ${formatBytes(byteSize)})`}.
      </p>
      <DownloadLink
        href={address('/investment-dashboard/export')}
        className={buttonClass('secondary', 'normal', 'mt-3.5')}
      >
        <Icon name="download" size="small" />
        Download my data
      </DownloadLink>
    </SettingPanel>
  )
}
