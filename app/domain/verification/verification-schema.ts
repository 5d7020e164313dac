import { z } from 'zod'
import { optionalDay, optionalNote, optionalText } from '../../values/fields.ts'
import { verificationAudiences, verificationKinds } from './verification-item.ts'

const sent = 'Reload the page and try again.'
const facts = {
  kind: z.enum(verificationKinds, 'Choose what it is.'),
  title: optionalText(120),
  reference: optionalText(120),
  issuer: optionalText(120),
  issuedOn: optionalDay(),
  expiresOn: optionalDay(),
  howToCheck: optionalNote(1000),
  audience: z.enum(verificationAudiences, 'Choose who can see it.'),
}

type Dated = {
  issuedOn: string | null
  expiresOn: string | null
  kind: string
  title: string | null
}

const hasOrderedDays = ({ issuedOn, expiresOn }: Dated) =>
  issuedOn === null || expiresOn === null || expiresOn >= issuedOn
const isNamed = ({ kind, title }: Dated) => kind !== 'other' || title !== null

const ordered = {
  path: ['expiresOn'],
  message: 'This is before the day of issue. Correct one of the two.',
}
const named = { path: ['title'], message: 'Enter a title that says what this document is.' }

/** The file arrives separately as a stream. `key` makes a repeated submission harmless. */
export const AddVerificationSchema = z
  .object({ key: z.uuid(sent), ...facts })
  .refine(hasOrderedDays, ordered)
  .refine(isNamed, named)

export const EditVerificationSchema = z
  .object({ version: z.coerce.number(sent).int(sent).positive(sent), ...facts })
  .refine(hasOrderedDays, ordered)
  .refine(isNamed, named)

export const RemoveVerificationSchema = z.object({
  version: z.coerce.number('Close this and try again.').int('Close this and try again.'),
})

export type AddVerificationInput = z.output<typeof AddVerificationSchema>
export type EditVerificationInput = z.output<typeof EditVerificationSchema>
export type VerificationFacts = Omit<AddVerificationInput, 'key'>
