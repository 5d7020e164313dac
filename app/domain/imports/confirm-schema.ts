import { z } from 'zod'

/** The form that confirms an import: what exactly was looked at, as its fingerprint. */
export const ConfirmImportSchema = z.object({
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Reload the page and try again.'),
})
