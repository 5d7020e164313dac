import { z } from 'zod'
import { readPeriod } from './statement-period.ts'

/** `period` is a quarter, `2026-Q3`, or a year, `2026`. */
export const StatementSchema = z.object({
  period: z.string().transform((key, context) => {
    const period = readPeriod(key)
    if (period) return period
    context.addIssue({ code: 'custom', message: 'Choose a quarter or a year.' })
    return z.NEVER
  }),
})

export const statementRefusals = {
  'not-begun': 'This period has not begun yet.',
  'nothing-received': 'Nothing had been received by the end of this period.',
}
