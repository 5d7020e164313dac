import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import { useFormState } from './form.tsx'

export type FieldProps = {
  /** Errors and typed values come back under this name. */
  name: string
  label: ReactNode
  /** Adds a star; only the server validates. */
  required?: boolean | undefined
  /** Adds "(optional)", or "(optional, …)". */
  optional?: boolean | string | undefined
  /** Hidden while there is an error. */
  hint?: ReactNode | undefined
  /** After a refusal the typed value is used. */
  defaultValue?: string | undefined
  /** In a FieldGrid; `half` also applies on phones. */
  span?: 'full' | 'half' | undefined
}

const spans = {
  full: 'col-span-full',
  half: 'max-[30rem]:col-span-1',
  normal: 'max-[30rem]:col-span-full',
}

/** Size and text size come from the shell. */
export const inputClass =
  'w-full min-h-(--field) rounded-control border border-line-control bg-surface px-3 text-start text-(length:--text-field) leading-[1.3] transition-[border-color,box-shadow] placeholder:text-muted placeholder:opacity-100 hover:border-muted focus-visible:rounded-control focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-negative aria-invalid:shadow-[inset_0_0_0_1px_var(--negative)] aria-invalid:focus-visible:shadow-none aria-invalid:focus-visible:outline-negative disabled:bg-tint-neutral disabled:text-muted'

/** Ids and values that connect an input with label, hint and error. */
export function useField({
  name,
  hint,
  defaultValue,
  required,
}: Pick<FieldProps, 'name' | 'hint' | 'defaultValue' | 'required'>) {
  const id = useId()
  const { reply } = useFormState()
  const error = reply?.errors[name]
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return {
    id,
    error,
    value: reply?.values[name] ?? defaultValue,
    input: {
      id,
      name,
      required,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': described,
    },
  }
}

export function Field({
  id,
  label,
  required,
  optional,
  hint,
  error,
  span,
  besideLabel,
  children,
}: Omit<FieldProps, 'name' | 'defaultValue'> & {
  id: string
  error: string | undefined
  /** At the end of the label's line, outside the label. */
  besideLabel?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={`flex min-w-0 flex-col gap-1.5 ${spans[span ?? 'normal']}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <label htmlFor={id} className="text-(length:--label) leading-[1.4] font-[550]">
          {label} <LabelMark required={required} optional={optional} />
        </label>
        {besideLabel}
      </div>
      {children}
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  )
}

function LabelMark({
  required,
  optional,
}: {
  required: boolean | undefined
  optional: boolean | string | undefined
}) {
  if (required) {
    return (
      <span aria-hidden="true" className="text-negative">
        *
      </span>
    )
  }
  if (!optional) return null
  return (
    <span className="font-normal text-muted">
      {optional === true ? '(optional)' : `(optional, ${optional})`}
    </span>
  )
}

/** The error, else the hint. */
export function FieldNote({
  id,
  error,
  hint,
}: {
  id: string
  error: string | undefined
  hint: ReactNode
}) {
  if (error) {
    return (
      <p
        id={`${id}-error`}
        className="flex items-start gap-1.5 text-xs leading-[1.4] font-medium text-negative"
      >
        <Icon name="alert" size="small" className="mt-px" />
        <span>{error}</span>
      </p>
    )
  }
  if (!hint) return null
  return (
    <p id={`${id}-hint`} className="text-xs leading-[1.4] text-muted">
      {hint}
    </p>
  )
}

/** One column below 480 px. */
export function FieldGrid({ columns = 2, children }: { columns?: 2 | 3; children: ReactNode }) {
  return (
    <div
      className={`grid grid-cols-2 gap-x-3.5 gap-y-4 max-[30rem]:gap-3 ${columns === 3 ? '@min-[40rem]/main:grid-cols-3' : ''}`}
    >
      {children}
    </div>
  )
}
