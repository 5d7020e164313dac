import { useState } from 'react'
import { type CalendarDate, formatDay, parseCalendarDate } from '../../values/calendar-date.ts'
import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = Omit<FieldProps, 'defaultValue'> & {
  defaultValue?: CalendarDate | undefined
  /** For the calendar; the server checks again. */
  min?: CalendarDate
  max?: CalendarDate
  onValueChange?: (value: string) => void
}

/** The browser's date control. Its format follows the browser's language, so the day is also spelled out. */
export function DateField({
  name,
  label,
  required,
  optional,
  hint,
  defaultValue,
  span,
  onValueChange,
  ...rest
}: Props) {
  const { id, error, value, input } = useField({ name, hint, defaultValue, required })
  const [typed, setTyped] = useState(value ?? '')
  const parsed = parseCalendarDate(typed)
  const spelledOut = (
    <output htmlFor={id} className="num text-xs text-muted">
      {parsed.ok && formatDay(parsed.day)}
    </output>
  )
  return (
    <Field
      id={id}
      label={label}
      required={required}
      optional={optional}
      hint={hint}
      error={error}
      span={span}
      besideLabel={spelledOut}
    >
      <input
        type="date"
        className={`${inputClass} num`}
        defaultValue={value}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onValueChange?.(event.currentTarget.value)
        }}
        {...input}
        {...rest}
      />
    </Field>
  )
}
