import type { InputHTMLAttributes } from 'react'
import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = FieldProps &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'autoComplete'
    | 'inputMode'
    | 'list'
    | 'maxLength'
    | 'placeholder'
    | 'readOnly'
    | 'disabled'
    | 'spellCheck'
    | 'autoCapitalize'
    | 'onChange'
  >

export function TextField({
  name,
  label,
  required,
  optional,
  hint,
  defaultValue,
  span,
  ...rest
}: Props) {
  const { id, error, value, input } = useField({ name, hint, defaultValue, required })
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
      <input type="text" className={inputClass} defaultValue={value} {...input} {...rest} />
    </Field>
  )
}
