import { useId, useRef } from 'react'
import type { Offer } from '../../domain/investment-requests/request.ts'
import { type FreeUnit, unitWithPrice } from '../../domain/projects/unit.ts'
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
        className="col-2 max-w-80 pt-3 pb-1.5 [:not(:has([type=radio]:checked))>&]:hidden"
        onInput={() => {
          if (radio.current) radio.current.checked = true
        }}
      >
        <UnitSelect units={named} chosen={chosen} label="Unit" none="Choose a unit" />
      </div>
    </div>
  )
}

type UnitSelectProps = {
  units: Pick<FreeUnit, 'id' | 'name' | 'price'>[]
  chosen: string | null
  label: string
  /** The entry without a unit. */
  none: string
  hint?: string
}

/** The field `unit`: free units and shares with their prices. */
export function UnitSelect({ units, chosen, label, none, hint }: UnitSelectProps) {
  const field = useField({ name: 'unit', hint, defaultValue: chosen ?? '', required: undefined })
  return (
    <div className="grid gap-1.5">
      <label htmlFor={field.id} className="text-md font-[550]">
        {label}
      </label>
      <select
        className="min-h-13 w-full rounded-control border border-line-control bg-surface px-3.5 font-[550] aria-invalid:border-negative"
        defaultValue={field.value}
        {...field.input}
      >
        <option value="">{none}</option>
        {units.map((unit) => (
          <option key={unit.id} value={unit.id}>
            {unitWithPrice(unit)}
          </option>
        ))}
      </select>
      <FieldNote id={field.id} error={field.error} hint={hint ?? null} />
    </div>
  )
}
