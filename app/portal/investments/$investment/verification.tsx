import { formatWord } from '../../../domain/documents/document-file.ts'
import {
  type VerificationItem,
  verificationName,
  verificationState,
} from '../../../domain/verification/verification-item.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatBytes } from '../../../values/bytes.ts'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { usePortalAddress } from '../../parts/portal-link.tsx'
import { portalHome } from '../../paths.ts'

type Props = { items: VerificationItem[]; today: CalendarDate }

/** The project's verification file, with what is for its investors only; left out when empty. */
export function Verification({ items, today }: Props) {
  if (items.length === 0) return null
  return (
    <Panel title="Verification">
      <ul className="-my-2 divide-y divide-line">
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} today={today} />
        ))}
      </ul>
    </Panel>
  )
}

function Entry({ entry, today }: { entry: VerificationItem; today: CalendarDate }) {
  const { reference, issuer, issuedOn, howToCheck, file } = entry
  const address = usePortalAddress()
  return (
    <li className="grid min-w-0 gap-0.5 py-2.5 text-sm wrap-anywhere">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="font-[580]">
          <bdi>{verificationName(entry)}</bdi>
        </h3>
        {entry.audience === 'investors' && <Badge>Investors only</Badge>}
      </div>
      {reference !== null && (
        <p className="text-muted">
          Reference <bdi>{reference}</bdi>
        </p>
      )}
      {(issuer !== null || issuedOn !== null) && (
        <p className="text-muted">
          Issued {issuer !== null && <bdi>by {issuer} </bdi>}
          {issuedOn !== null && (
            <>
              on <Day on={issuedOn} />
            </>
          )}
        </p>
      )}
      <Expiry entry={entry} today={today} />
      {howToCheck !== null && (
        <p className="whitespace-pre-line">
          <span className="text-muted">How to check it yourself: </span>
          <bdi>{howToCheck}</bdi>
        </p>
      )}
      {file && (
        <p className="num">
          <DownloadLink
            href={address(`${portalHome}/verification/${entry.id}/file`)}
            className="tall-target text-link underline underline-offset-2"
            aria-label={`Download ${verificationName(entry)}`}
          >
            Download
          </DownloadLink>{' '}
          <span className="text-xs text-muted">
            {formatWord({ originalName: file.name, ...file })}, {formatBytes(file.byteSize)}
          </span>
        </p>
      )}
    </li>
  )
}

function Expiry({ entry: { expiresOn }, today }: { entry: VerificationItem; today: CalendarDate }) {
  if (expiresOn === null) return null
  const state = verificationState(expiresOn, today)
  return (
    <p className={state === 'expired' ? 'font-[550] text-negative' : 'text-muted'}>
      {{ valid: 'Valid until ', expiring: 'Expires on ', expired: 'Expired on ' }[state]}
      <Day on={expiresOn} />
    </p>
  )
}
