import { DateField } from '../../../../ui/fields/date-field.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import type { CalendarDate } from '../../../../values/calendar-date.ts'

type Props = { name?: string; plannedOn?: CalendarDate | null }

export function MilestoneFields({ name, plannedOn }: Props) {
  return (
    <>
      <TextField
        name="name"
        label="Milestone"
        required
        span="full"
        autoComplete="off"
        hint="What will be finished, such as Foundation, Roof or Handover"
        {...(name === undefined ? {} : { defaultValue: name })}
      />
      <DateField
        name="plannedOn"
        label="Planned day"
        optional
        hint="Shown on the public page"
        defaultValue={plannedOn ?? undefined}
      />
    </>
  )
}

export function milestoneLabelOf(name: string): string {
  return { name: 'Milestone', plannedOn: 'Planned day' }[name] ?? name
}
