import type { ReactNode } from 'react'
import { FieldNote, useField } from './field.tsx'
import { useFormState } from './form.tsx'

type Props = {
  name: string
  label: ReactNode
  hint?: ReactNode
  /** Posted when checked. */
  value?: string
  defaultChecked?: boolean
  /** A switch, for a setting. */
  look?: 'box' | 'switch'
  span?: 'full' | 'half'
}

const looks = {
  box: 'mt-[0.1875rem] size-[1.125rem] flex-none accent-(--primary)',
  switch:
    'relative h-5 w-9 flex-none appearance-none rounded-full bg-line-control transition-colors after:absolute after:top-0.5 after:left-0.5 after:size-4 after:rounded-full after:bg-surface after:transition-transform checked:bg-primary checked:after:translate-x-4 focus-visible:rounded-full',
}

export function CheckboxField({
  name,
  label,
  hint,
  value = 'on',
  defaultChecked = false,
  look = 'box',
  span = 'full',
}: Props) {
  const { id, error, input } = useField({ name, hint })
  const { reply } = useFormState()
  const checked = reply
    ? (reply.values[name]?.split('\n').includes(value) ?? false)
    : defaultChecked
  return (
    <div className={`flex flex-col gap-1 ${span === 'full' ? 'col-span-full' : ''}`}>
      <label
        className={`inline-flex min-h-8 gap-2.5 max-md:min-h-11 ${look === 'box' ? 'items-start py-1' : 'items-center'}`}
      >
        <input
          type="checkbox"
          value={value}
          defaultChecked={checked}
          className={looks[look]}
          {...input}
        />
        <span>{label}</span>
      </label>
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  )
}
