import { z } from 'zod'
import { checkbox, optionalId, optionalNote, requiredText } from '../../values/fields.ts'
import { documentTypes } from './document.ts'

/**
 * The form of Upload Document (MDO-011), its file aside, which arrives as a stream. `audience` is who may see it: the
 * investors of the project, which without a project is administrators only, or one investor (W-32). `sharedTax` says that a tax paper is meant for all investors of a project. `key` makes sending it twice harmless.
 */
export const UploadDocumentSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  title: requiredText(200, 'Title is required'),
  description: optionalNote(2000),
  documentType: z.enum(documentTypes, 'Choose a type.'),
  projectId: optionalId('Choose a project of the list.'),
  audience: z.enum(['project', 'investor'], 'Choose who can see it.'),
  investorId: optionalId('Choose an investor of the list.'),
  sharedTax: checkbox(),
})

export type UploadDocumentInput = z.output<typeof UploadDocumentSchema>
