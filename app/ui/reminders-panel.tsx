import { occasionOf, type SentReminder } from '../values/reminder.ts'
import { Day, Moment } from './day.tsx'
import { Panel } from './layout/panel.tsx'

/** The reminders of an investment that were sent, the newest first; hidden without any. */
export function RemindersPanel({ reminders }: { reminders: SentReminder[] }) {
  if (reminders.length === 0) return null
  return (
    <Panel title="Payment reminders">
      <ul className="divide-y divide-line-soft">
        {reminders.map(({ id, dueOn, kind, sentAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-2 text-sm">
            <span>
              {occasionOf(kind)}, due <Day on={dueOn} />
            </span>
            <span className="text-xs text-muted">
              <Moment at={sentAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
