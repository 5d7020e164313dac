import { useRef } from 'react'
import { useScript } from '../connection/use-script.ts'
import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = FieldProps & {
  /** An amount that one press fills in: `{ label: 'Use $12,500', value: '12500.00' }`. */
  suggestion?: { label: string; value: string }
  /** Told what stands in the field as it changes, for a button that names the sum. */
  onValueChange?: (value: string) => void
}

/** Money in dollars. Text, not a number input: that one drops commas and changes on a scroll of the wheel. */
export function AmountField({
  name,
  label,
  required,
  optional,
  hint,
  defaultValue,
  span,
  suggestion,
  onValueChange,
}: Props) {
  const { id, error, value, input } = useField({
    name,
    hint: hint ?? suggestion?.label,
    defaultValue,
    required,
  })
  const box = useRef<HTMLInputElement>(null)
  const scripted = useScript()

  const fillIn = () => {
    if (!box.current || !suggestion) return
    box.current.value = suggestion.value
    box.current.focus()
    onValueChange?.(suggestion.value)
  }
  const press = scripted && suggestion && (
    <button
      type="button"
      className="tall-target font-medium text-link hover:underline"
      onClick={fillIn}
    >
      {suggestion.label}
    </button>
  )

  return (
    <Field
      {...{ id, label, required, optional, error, span }}
      hint={
        (hint || press) && (
          <>
            {hint} {press}
          </>
        )
      }
    >
      <div className="relative">
        <span aria-hidden="true" className="absolute start-3 top-1/2 -translate-y-1/2 text-muted">
          $
        </span>
        <input
          ref={box}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          className={`${inputClass} num ps-6.5 text-lg font-[580] tracking-[-0.01em]`}
          defaultValue={value}
          onChange={(event) => onValueChange?.(event.currentTarget.value)}
          {...input}
        />
      </div>
    </Field>
  )
}
