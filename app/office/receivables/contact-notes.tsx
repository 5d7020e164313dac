import type { ContactNote } from '../../domain/receivables/contact-notes.server.ts'
import { Day } from '../../ui/day.tsx'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { PromiseLine } from './promise-badge.tsx'

type Props = { notes: ContactNote[]; total: number; today: CalendarDate }

/** The latest notes about contacts with an investor, the newest first. */
export function ContactNotes({ notes, total, today }: Props) {
  if (notes.length === 0)
    return <p className="text-xs text-muted">No contact notes yet. Notes appear here once added.</p>
  return (
    <>
      <ul className="divide-y divide-line-soft text-sm">
        {notes.map(({ id, note, on, by, promise }) => (
          <li key={id} className="py-2">
            <p className="text-xs text-muted">
              <Day on={on} />
              {by && (
                <>
                  , <bdi>{by}</bdi>
                </>
              )}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">
              <bdi>{note}</bdi>
            </p>
            {promise && <PromiseLine promise={promise} today={today} />}
          </li>
        ))}
      </ul>
      {total > notes.length && (
        <p className="text-xs text-muted">{`Latest ${notes.length} of ${total}`}</p>
      )}
    </>
  )
}
