import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = FieldProps & {
  /** `<option>` or `<optgroup>`; an empty first one where nothing is preselected. */
  children: ReactNode
  onValueChange?: (value: string) => void
}

export function SelectField({
  name,
  label,
  required,
  optional,
  hint,
  defaultValue,
  span,
  children,
  onValueChange,
}: Props) {
  const { id, error, value, input } = useField({ name, hint, defaultValue, required })
  return (
    <Field {...{ id, label, required, optional, hint, error, span }}>
      <div className="relative">
        <select
          className={`${inputClass} cursor-pointer appearance-none pe-9`}
          defaultValue={value}
          onChange={(event) => onValueChange?.(event.currentTarget.value)}
          {...input}
        >
          {children}
        </select>
        <Icon
          name="chevron-down"
          size="small"
          className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-muted"
        />
      </div>
    </Field>
  )
}
