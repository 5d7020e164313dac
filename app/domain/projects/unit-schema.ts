import { z } from 'zod'
import { optionalAmount, requiredNote, requiredText } from '../../values/fields.ts'
import { isPositive } from '../../values/money.ts'
import { type NewUnit, parseUnits } from './unit.ts'

const again = 'Close this and try again.'

/** Units from one line each; see `parseUnits`. */
export const AddUnitsSchema = z.object({
  key: z.uuid(again),
  units: requiredNote(20_000, 'Enter the name of a unit, or a percentage.').transform(
    (text, context): NewUnit[] => {
      const read = parseUnits(text)
      if ('units' in read) return read.units
      context.addIssue({ code: 'custom', message: read.message })
      return z.NEVER
    },
  ),
})

export const EditUnitSchema = z.object({
  version: z.coerce.number(again).int(again),
  name: requiredText(80, 'Enter the name of the unit.'),
  price: optionalAmount()
    .refine((price) => price === null || isPositive(price), 'A price must be above zero.')
    .refine((price) => price === null || price % 100n === 0n, 'Enter a price in whole dollars.'),
})

export const RemoveUnitSchema = z.object({ version: z.coerce.number(again).int(again) })

export type AddUnitsInput = z.output<typeof AddUnitsSchema>
export type EditUnitInput = z.output<typeof EditUnitSchema>
