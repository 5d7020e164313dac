import { FieldNote, useField } from '../../ui/fields/field.tsx'

type Props = {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  defaultValue: string
}

/** Radio buttons styled as a segmented control. */
export function ChoiceSwitch({ name, label, options, defaultValue }: Props) {
  const { id, error, value, input } = useField({ name, defaultValue })
  // A submit button may have sent a second value of the same name.
  const [chosen] = (value ?? '').split('\n')
  return (
    <fieldset className="col-span-full grid gap-1.5" aria-describedby={input['aria-describedby']}>
      <legend className="sr-only">{label}</legend>
      <div className="inline-flex max-w-max rounded-control bg-tint-neutral p-0.5 max-sm:max-w-full">
        {options.map((option) => (
          <label
            key={option.value}
            className="inline-flex min-h-8 cursor-pointer items-center justify-center rounded-small px-3 text-center text-xs font-[520] text-muted has-checked:bg-surface has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--line)] has-focus-visible:outline-2 has-focus-visible:outline-focus max-sm:min-h-11 max-sm:flex-1"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === chosen}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
      <FieldNote id={id} error={error} hint={undefined} />
    </fieldset>
  )
}
