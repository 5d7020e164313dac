import type { CalendarDate } from '../values/calendar-date.ts'
import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = Omit<FieldProps, 'defaultValue'> & {
  defaultValue?: CalendarDate | undefined
  /** The first and last day the calendar offers; the server checks again. */
  min?: CalendarDate
  max?: CalendarDate
  onValueChange?: (value: string) => void
}

/** A calendar day, by the browser's own control, posted as `2026-03-31`. */
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
  return (
    <Field {...{ id, label, required, optional, hint, error, span }}>
      <input
        type="date"
        className={`${inputClass} num`}
        defaultValue={value}
        onChange={(event) => onValueChange?.(event.currentTarget.value)}
        {...input}
        {...rest}
      />
    </Field>
  )
}
