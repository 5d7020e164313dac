import { useId, useRef } from 'react'
import type { Offer } from '../../domain/investment-requests/request.ts'
import { unitWithPrice } from '../../domain/projects/unit.ts'
import { FieldNote, useField } from '../../ui/fields/field.tsx'

export const choiceClass =
  'relative grid min-h-17 cursor-pointer items-center gap-x-4 border-b border-line py-3 has-[[type=radio]:checked]:shadow-[inset_0_-1px_var(--text)]'
export const radioClass = 'size-6 accent-primary'
export const remarkClass = 'block text-md text-muted'

type Props = { units: Offer['units']; chosen: string | null; isChosen: boolean }

/** A named unit, chosen from those that are free. */
export function UnitChoice({ units, chosen, isChosen }: Props) {
  const radio = useRef<HTMLInputElement>(null)
  const id = useId()
  const field = useField({
    name: 'unit',
    hint: undefined,
    defaultValue: chosen ?? '',
    required: undefined,
  })
  const named = units.filter(({ share }) => share === null)
  if (named.length === 0) return null
  return (
    <div className={`${choiceClass} grid-cols-[1.5rem_minmax(0,1fr)]`}>
      <input
        className={radioClass}
        ref={radio}
        id={id}
        type="radio"
        name="choice"
        value="unit"
        defaultChecked={isChosen}
      />
      <label htmlFor={id} className="cursor-pointer">
        <b className="block font-[550]">A unit of your choice</b>
        <small className={remarkClass}>It is reserved for you with your request</small>
      </label>
      <div
        className="col-2 grid max-w-80 gap-1.5 pt-3 pb-1.5 [:not(:has([type=radio]:checked))>&]:hidden"
        onInput={() => {
          if (radio.current) radio.current.checked = true
        }}
      >
        <label htmlFor={field.id} className="text-md font-[550]">
          Unit
        </label>
        <select
          className="min-h-13 w-full rounded-control border border-line-control bg-surface px-3.5 font-[550] aria-invalid:border-negative"
          defaultValue={field.value}
          {...field.input}
        >
          <option value="">Choose a unit</option>
          {named.map((unit) => (
            <option key={unit.id} value={unit.id}>
              {unitWithPrice(unit)}
            </option>
          ))}
        </select>
        <FieldNote id={field.id} error={field.error} hint={null} />
      </div>
    </div>
  )
}
