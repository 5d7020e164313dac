import { z } from 'zod'
import type { Parts } from '../../tests/access-requests.ts'
import { type Chance, oneOf } from './nasty.ts'
import type { Known } from './read-fields.ts'

/** The password of everyone that was planted. */
const password = 'Foundation-2020'
const anotherPassword = 'quarry-lantern-ninety-one'

/** Twelve letters, the same for the same seed. */
const letters = (chance: Chance) =>
  Array.from({ length: 12 }, () => oneOf(chance, Array.from('abcdefghijklmnopqrstuvwxyz'))).join('')

/** An id that nothing has, the same for the same seed. */
function someId(chance: Chance): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(chance() * 16).toString(16)).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5').slice(0, 36)
}

/** What an honest page would send in these fields, whatever else is known of them. */
const fixed: Record<string, string> = {
  currentPassword: password,
  password: anotherPassword,
  confirmPassword: anotherPassword,
  website: '',
  end: 'others',
}

/**
 * What the field might hold in an honest form: what its page serves, the row that it names, a word that it is compared
 * with, or the first of some usual values that its schema takes.
 */
export function honestValue(
  chance: Chance,
  name: string,
  known: Known | undefined,
  served: string,
  parts: Parts,
): string {
  if (name === 'key') return someId(chance)
  if (name in fixed) return fixed[name] ?? ''
  if (served !== '') return served
  const planted = parts[name] ?? ''
  const words = [...(known?.words ?? []), ...choicesOf(known?.schema)]
  if (words.length > 0 && (planted === '' || !takes(known?.schema, planted)))
    return oneOf(chance, words)
  const usual = [
    planted,
    'Some words',
    `${letters(chance)}@example.com`,
    someId(chance),
    '1',
    '1,000.00',
    '2026-03-01',
    'on',
  ]
  return usual.find((value) => value !== '' && takes(known?.schema, value)) ?? 'Some words'
}

const takes = (schema: z.core.$ZodType | undefined, value: string) =>
  schema === undefined || z.safeParse(schema, value).success

/** The words of an enumeration, through whatever wraps it. */
function choicesOf(schema: z.core.$ZodType | undefined): string[] {
  if (schema === undefined) return []
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  const def: z.core.$ZodTypeDef & { innerType?: z.core.$ZodType; in?: z.core.$ZodType } =
    schema._zod.def
  return choicesOf(def.innerType ?? def.in)
}
