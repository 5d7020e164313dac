import { z } from 'zod'
import { optionalId, requiredNote } from '../../values/fields.ts'
import { maxLengths } from './inquiry.ts'

/** An investor's question in the portal: about one of their investments, or in general. */
export const QuestionSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  investmentId: optionalId('Choose an investment from the list.'),
  message: requiredNote(maxLengths.message, 'Write your question.'),
})
