import { z } from 'zod'
import { checkbox, optionalId, optionalNote, requiredText } from '../../values/fields.ts'
import { documentTypes } from './document.ts'

/**
 * `audience` without a project or investor is administrators only. `sharedTax` confirms that a tax
 * document is meant for all investors of a project.
 */
const facts = {
  title: requiredText(200, 'Title is required'),
  description: optionalNote(2000),
  documentType: z.enum(documentTypes, 'Choose a type.'),
  projectId: optionalId('Choose a project from the list.'),
  audience: z.enum(['project', 'investor'], 'Choose who can see it.'),
  investorId: optionalId('Choose an investor from the list.'),
  sharedTax: checkbox(),
}
const key = z.uuid('Reload the page and try again.')

/** The file arrives separately as a stream. `key` makes a repeated submission harmless. */
export const UploadDocumentSchema = z.object({ key, ...facts })

/** `told` notifies those who may see the document. */
export const EditDocumentSchema = z.object({
  key,
  version: z.coerce.number('Reload the page and try again.').int().positive(),
  ...facts,
  told: checkbox(),
})

export type UploadDocumentInput = z.output<typeof UploadDocumentSchema>
export type EditDocumentInput = z.output<typeof EditDocumentSchema>
export type DocumentFacts = Omit<UploadDocumentInput, 'key'>
