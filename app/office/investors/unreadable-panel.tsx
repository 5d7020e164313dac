import type { Unreadable } from '../../domain/investors/stored-phones.server.ts'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { investorsHome } from './parts/investors-home.ts'

type Props = { unreadable: { listed: Unreadable[]; count: number } }

/** Imported names and phone numbers that need correction. Nothing when all are readable. */
export function UnreadablePanel({ unreadable: { listed, count } }: Props) {
  if (count === 0) return null
  const more = count - listed.length
  return (
    <Panel title="Correct these names and phone numbers" className="mb-5">
      <ul className="grid gap-1 text-xs">
        {listed.map(({ id, fullName, email, phone }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 wrap-anywhere">
            <DialogLink
              className="text-link hover:underline"
              to={`${investorsHome}/${id}/edit`}
              aria-label={`Edit ${email}`}
            >
              Edit
            </DialogLink>
            <bdi>{email}</bdi>
            {phone === null ? <span>The name is blank</span> : <bdi>{`${fullName}: ${phone}`}</bdi>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="mt-2 text-xs text-muted">{more} more appear once these are corrected.</p>
      )}
    </Panel>
  )
}
