import { z } from 'zod'
import {
  checkbox,
  optionalId,
  optionalNote,
  positiveAmount,
  requiredDay,
  requiredText,
} from '../../values/fields.ts'

const reload = 'Reload the page and try again.'

/** The fields of a new template next to its lines, which `readLines` reads. */
export const AddTemplateSchema = z.object({
  key: z.uuid(reload),
  name: requiredText(120, 'Enter a name for the template.'),
})

/** `version` is from when the form was opened. */
export const EditTemplateSchema = z.object({
  version: z.coerce.number(reload).int(reload),
  name: requiredText(120, 'Enter a name for the template.'),
})

/** The fields of a plan next to its lines. `reason` is required when it replaces another. */
export const AgreePlanSchema = z.object({
  key: z.uuid(reload),
  version: z.coerce.number(reload).int(reload),
  amount: positiveAmount('Amount must be greater than zero.'),
  agreedOn: requiredDay('Enter the day of the agreement.'),
  templateId: optionalId('Choose a template of this project.'),
  reason: optionalNote(500),
  beyondOffer: checkbox(),
})
