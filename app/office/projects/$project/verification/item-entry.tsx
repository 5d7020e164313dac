import { formatWord } from '../../../../domain/documents/document-file.ts'
import {
  type VerificationItem,
  verificationAudienceLabels,
  verificationName,
  verificationState,
} from '../../../../domain/verification/verification-item.ts'
import type { OfficeVerificationItem } from '../../../../domain/verification/verification-items.server.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Day } from '../../../../ui/day.tsx'
import { DownloadLink } from '../../../../ui/download-link.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { DialogLink } from '../../../../ui/layout/dialog-link.tsx'
import { formatBytes } from '../../../../values/bytes.ts'
import type { CalendarDate } from '../../../../values/calendar-date.ts'
import { counted } from '../../../../values/counted.ts'
import { IconLink } from '../../../parts/icon-link.tsx'

type Props = { entry: OfficeVerificationItem; projectId: string; today: CalendarDate }

export function ItemEntry({ entry, projectId, today }: Props) {
  const name = verificationName(entry)
  const at = `/admin-dashboard/projects/${projectId}/verification/${entry.id}`
  return (
    <li className="min-w-0 rounded-card border border-line bg-surface px-(--pad) pt-3 pb-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="me-auto flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 text-md font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <Badge tone={entry.audience === 'public' ? 'blue' : 'grey'}>
            {verificationAudienceLabels[entry.audience]}
          </Badge>
          <Expiry entry={entry} today={today} />
        </div>
        <div className="ms-auto flex flex-wrap items-center">
          <IconLink to={`${at}/edit`} icon="edit" label={`Edit ${name}`} />
          <DialogLink
            to={`${at}/remove`}
            className={iconButtonClass()}
            aria-label={`Remove ${name}`}
            title={`Remove ${name}`}
          >
            <Icon name="trash" />
          </DialogLink>
        </div>
      </div>
      <Facts entry={entry} />
      <File entry={entry} at={at} />
    </li>
  )
}

function Expiry({ entry: { expiresOn }, today }: { entry: VerificationItem; today: CalendarDate }) {
  const state = verificationState(expiresOn, today)
  if (expiresOn === null || state === 'valid') return null
  return (
    <Badge tone={state === 'expired' ? 'red' : 'amber'}>
      {state === 'expired' ? 'Expired' : 'Expires soon'}
    </Badge>
  )
}

function Facts({ entry }: { entry: VerificationItem }) {
  const { reference, issuer, issuedOn, expiresOn, howToCheck } = entry
  const facts = [
    reference !== null && (
      <>
        Reference <bdi>{reference}</bdi>
      </>
    ),
    issuer !== null && (
      <>
        Issued by <bdi>{issuer}</bdi>
      </>
    ),
    issuedOn !== null && (
      <>
        Issued on <Day on={issuedOn} />
      </>
    ),
    expiresOn !== null && (
      <>
        Expires on <Day on={expiresOn} />
      </>
    ),
  ].filter((fact) => fact !== false)
  return (
    <>
      {facts.length > 0 && (
        <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm wrap-anywhere">
          {facts.map((fact, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts have no id and keep their order
            <li key={place} className="min-w-0">
              {fact}
            </li>
          ))}
        </ul>
      )}
      {howToCheck !== null && (
        <p className="mt-1.5 max-w-[72ch] text-sm whitespace-pre-line text-muted wrap-anywhere">
          <bdi>{howToCheck}</bdi>
        </p>
      )}
    </>
  )
}

type FileProps = { entry: OfficeVerificationItem; at: string }

function File({ entry: { file, audience, downloads }, at }: FileProps) {
  if (!file) return <p className="mt-1.5 text-xs text-muted">No file.</p>
  const size = `${formatWord({ originalName: file.name, ...file })}, ${formatBytes(file.byteSize)}`
  const isCounted = audience === 'public' || downloads > 0
  return (
    <p className="num mt-1.5 flex flex-wrap items-baseline gap-x-3 text-sm wrap-anywhere">
      <DownloadLink
        href={`${at}/file`}
        className="tall-target text-link underline underline-offset-2"
      >
        <span className="sr-only">Download </span>
        <bdi>{file.name}</bdi>
      </DownloadLink>
      <span className="text-xs text-muted">
        {size}
        {isCounted && `, ${counted(downloads, 'download')} by visitors`}
      </span>
    </p>
  )
}
