import { z } from 'zod'
import { requiredText } from '../../values/fields.ts'

/** The name that is typed from a document, to be compared. */
export const VerifyNameSchema = z.object({
  name: requiredText(160, 'Enter the name as it is on the document.'),
})
