import { useEffect, useRef } from 'react'
import type { Currency } from '../../values/currency.ts'
import { useScript } from '../connection/use-script.ts'
import { Field, type FieldProps, inputClass, useField } from './field.tsx'

type Props = FieldProps & {
  currency?: Currency
  /** A button that fills the amount: `{ label: 'Use $12,500', value: '12500.00' }`. */
  suggestion?: { label: string; value: string }
  onValueChange?: (value: string) => void
}

/** Text, because number inputs reject commas and change on scroll. */
export function AmountField({
  name,
  label,
  required,
  optional,
  hint,
  defaultValue,
  span,
  suggestion,
  currency = 'USD',
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, for what was typed before the script ran
  useEffect(() => {
    if (box.current && box.current.value !== (value ?? '')) onValueChange?.(box.current.value)
  }, [])

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
      id={id}
      label={label}
      required={required}
      optional={optional}
      error={error}
      span={span}
      hint={
        (hint || press) && (
          <>
            {hint} {press}
          </>
        )
      }
    >
      <div className="relative">
        <span
          aria-hidden="true"
          className={`absolute start-3 top-1/2 -translate-y-1/2 text-muted ${currency === 'USD' ? 'group-has-[[name=currency]>option:not([value=USD]):checked]/money:hidden' : ''}`}
        >
          {currency === 'USD' ? '$' : currency}
        </span>
        <input
          ref={box}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          className={`${inputClass} num ${currency === 'USD' ? 'ps-6.5' : 'ps-14'} text-lg font-[580] tracking-[-0.01em]`}
          defaultValue={value}
          onChange={(event) => onValueChange?.(event.currentTarget.value)}
          {...input}
        />
      </div>
    </Field>
  )
}
