import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = FieldProps & { rows?: number; maxLength?: number; placeholder?: string }

/** Grows with the text where browsers support it. */
export function TextareaField({
  name,
  label,
  required,
  optional,
  hint,
  defaultValue,
  span,
  rows = 3,
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
      <textarea
        rows={rows}
        className={`${inputClass} block max-h-80 resize-y field-sizing-content py-2 leading-[1.45]`}
        style={{ minHeight: `calc(${rows}lh + 1.125rem)` }}
        defaultValue={value}
        {...input}
        {...rest}
      />
    </Field>
  )
}
