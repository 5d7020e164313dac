import { type ReactNode, useEffect, useRef } from 'react'
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
  const select = useRef<HTMLSelectElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, for what was chosen before the script ran
  useEffect(() => {
    const { current } = select
    if (current && current.value !== (value ?? current.options[0]?.value))
      onValueChange?.(current.value)
  }, [])
  return (
    <Field
      id={id}
      label={label}
      required={required}
      optional={optional}
      hint={hint}
      error={error}
      span={span}
    >
      <div className="relative">
        <select
          ref={select}
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
