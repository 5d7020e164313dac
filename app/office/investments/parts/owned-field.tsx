import { unitWithPrice } from '../../../domain/projects/unit.ts'
import type { UnitChoice } from '../../../domain/projects/units.server.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { counted } from '../../../values/counted.ts'
import { type Cents, formatAmount } from '../../../values/money.ts'

type Props = {
  /** Free units and offered shares, those of the project where it is known. */
  units: UnitChoice[]
  defaultValue?: string | null
  onText?: (text: string) => void
}

/** The unit's name or a percentage, with the free ones as suggestions. */
export function OwnedField({ units, defaultValue, onText }: Props) {
  const free = units.length === 0 ? '' : ` ${counted(units.length, 'choice')} available.`
  return (
    <>
      <TextField
        name="owned"
        label="Unit or share"
        optional
        span="full"
        autoComplete="off"
        list="free-units"
        hint={`The name of a unit, or a percentage such as 25%.${free}`}
        {...(defaultValue && { defaultValue })}
        {...(onText && { onChange: (event) => onText(event.currentTarget.value) })}
      />
      <datalist id="free-units">
        {units.map((unit) => (
          <option key={`${unit.projectId} ${unit.name}`} value={unit.name}>
            {unitWithPrice(unit)}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** A button that enters the price of the typed unit; empty where there is none. */
export function priceSuggestion(units: UnitChoice[], typed: string) {
  const name = typed.trim().toLowerCase()
  const price: Cents | null = units.find((unit) => unit.name.toLowerCase() === name)?.price ?? null
  if (price === null) return {}
  const text = formatAmount(price, 'when-needed')
  return { suggestion: { label: `Use ${text}`, value: text.slice(1) } }
}
