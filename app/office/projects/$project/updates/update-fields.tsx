import { CheckboxField } from '../../../../ui/fields/checkbox-field.tsx'
import { DateField } from '../../../../ui/fields/date-field.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { TextareaField } from '../../../../ui/fields/textarea-field.tsx'
import type { CalendarDate } from '../../../../values/calendar-date.ts'

type Props = {
  today: CalendarDate
  datedOn: CalendarDate
  percent: number
  body?: string
  isPublic?: boolean
}

export function UpdateFields({ today, datedOn, percent, body, isPublic = false }: Props) {
  return (
    <>
      <DateField name="datedOn" label="Day" required defaultValue={datedOn} max={today} />
      <TextField
        name="percent"
        label="Progress, %"
        required
        inputMode="numeric"
        autoComplete="off"
        defaultValue={String(percent)}
        hint="The newest update sets the project’s progress"
      />
      <TextareaField
        name="body"
        label="What has been done"
        required
        span="full"
        rows={5}
        {...(body === undefined ? {} : { defaultValue: body })}
      />
      <CheckboxField
        name="isPublic"
        label="Show on the public page"
        defaultChecked={isPublic}
        hint="Anyone can read it and see its pictures"
      />
    </>
  )
}

export function updateLabelOf(name: string): string {
  return (
    {
      datedOn: 'Day',
      percent: 'Progress, %',
      body: 'What has been done',
      isPublic: 'On the public page',
    }[name] ?? name
  )
}
