import { formatWord } from '../../domain/documents/document-file.ts'
import {
  type VerificationFile,
  type VerificationItem,
  verificationName,
  verificationState,
} from '../../domain/verification/verification-item.ts'
import { formatBytes } from '../../values/bytes.ts'
import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'

type Props = { items: VerificationItem[]; today: CalendarDate }

/** The documents that prove the project, each with how to check it without us. */
export function Verification({ items, today }: Props) {
  if (items.length === 0) return null
  return (
    <section id="verification" aria-labelledby="verification-title" className="scroll-mt-24">
      <h2 className="site-subtitle pb-1.5" id="verification-title">
        Verification
      </h2>
      <p className="pb-6 text-md text-muted">
        The documents behind this project, and how you can check each of them yourself.
      </p>
      <ul>
        {items.map((entry) => (
          <li key={entry.id} className="grid gap-1 border-t border-line py-4">
            <h3 className="text-base font-[550] wrap-anywhere">
              <bdi>{verificationName(entry)}</bdi>
            </h3>
            <Facts entry={entry} today={today} />
            {entry.howToCheck !== null && (
              <p className="text-md whitespace-pre-line wrap-anywhere">
                <b className="font-[550]">How to check it yourself: </b>
                <bdi>{entry.howToCheck}</bdi>
              </p>
            )}
            {entry.file && <Download entry={entry} file={entry.file} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Facts({ entry, today }: { entry: VerificationItem; today: CalendarDate }) {
  const { reference, issuer, issuedOn, expiresOn } = entry
  return (
    <p className="flex flex-wrap gap-x-4 text-md text-muted *:min-w-0 *:wrap-anywhere">
      {reference !== null && (
        <span>
          Reference <bdi>{reference}</bdi>
        </span>
      )}
      {(issuer !== null || issuedOn !== null) && (
        <span>
          Issued
          {issuer !== null && (
            <>
              {' by '}
              <bdi>{issuer}</bdi>
            </>
          )}
          {issuedOn !== null && (
            <>
              {' on '}
              <time dateTime={issuedOn} className="whitespace-nowrap">
                {formatDay(issuedOn)}
              </time>
            </>
          )}
        </span>
      )}
      {expiresOn !== null && <Expiry expiresOn={expiresOn} today={today} />}
    </p>
  )
}

const words = { valid: 'Valid until', expiring: 'Expires on', expired: 'Expired on' }

function Expiry({ expiresOn, today }: { expiresOn: CalendarDate; today: CalendarDate }) {
  const state = verificationState(expiresOn, today)
  const day = (
    <time dateTime={expiresOn} className="whitespace-nowrap">
      {formatDay(expiresOn)}
    </time>
  )
  if (state !== 'expired')
    return (
      <span>
        {words[state]} {day}
      </span>
    )
  return (
    <b className="font-[550] text-negative">
      {words.expired} {day}
    </b>
  )
}

function Download({ entry, file }: { entry: VerificationItem; file: VerificationFile }) {
  return (
    <p className="num text-md wrap-anywhere">
      <a
        href={`/verification/${entry.id}/file`}
        className="inline-flex min-h-11 items-center text-link underline underline-offset-2"
      >
        Download<span className="sr-only"> {verificationName(entry)}</span>
      </a>{' '}
      <span className="text-sm text-muted">
        {formatWord({ originalName: file.name, ...file })}, {formatBytes(file.byteSize)}
      </span>
    </p>
  )
}
