import { dueWords } from '../../../domain/payment-plans/due-words.ts'
import { type PlanFields, readLines } from '../../../domain/payment-plans/plan-form.ts'
import { inOrderOfDays, planLinesOf } from '../../../domain/payment-plans/plan-line.ts'
import type { MilestoneChoice } from '../../../domain/payment-plans/plan-templates.server.ts'
import { Schedule } from '../../../ui/schedule.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import type { Cents } from '../../../values/money.ts'

type Props = {
  fields: PlanFields
  /** Null while they cannot be read. */
  amount: Cents | null
  agreedOn: CalendarDate | null
  milestones: MilestoneChoice[]
}

/** What the lines as typed come to. */
export function SchedulePreview({ fields, amount, agreedOn, milestones }: Props) {
  const read = readLines(fields)
  if (!read.ok || amount === null || amount <= 0n || agreedOn === null)
    return <p className="text-muted">Complete the lines to see the schedule.</p>
  const lines = planLinesOf(read.lines, amount, agreedOn)
  if ('refused' in lines)
    return <p className="text-muted">The schedule appears when the lines add up.</p>
  const nameOf = (id: string) => milestones.find((milestone) => milestone.id === id)?.name ?? ''
  const rows = inOrderOfDays(lines).map(({ label, amount, due }) => ({
    label,
    amount,
    due: dueWords(due, nameOf),
  }))
  return <Schedule rows={rows} caption="Schedule" />
}
