import { z } from 'zod'
import { checkbox, optionalText, positiveAmount } from '../../values/fields.ts'

/** Without cancelled, because this adds a participant. */
export const beginnerStatuses = ['pending', 'active', 'completed'] as const

/** `fullyPaid` confirms the payment of a completed investment, `beyondOffer` an amount beyond the offer. */
export const AddProjectInvestorSchema = z
  .object({
    key: z.uuid('Close this and try again.'),
    investorId: z.uuid('Please select an investor.'),
    amount: positiveAmount('Investment amount must be greater than zero.'),
    status: z.enum(beginnerStatuses, 'Choose a status.'),
    fullyPaid: checkbox(),
    beyondOffer: checkbox(),
    owned: optionalText(80),
  })
  .superRefine(({ status, fullyPaid }, context) => {
    if ((status === 'completed') === fullyPaid) return
    const message =
      status === 'completed'
        ? 'A completed investment must be fully paid.'
        : status === 'pending'
          ? 'A pending investment cannot have payments.'
          : 'Choose Completed for an investment that is fully paid.'
    context.addIssue({ code: 'custom', path: ['fullyPaid'], message })
  })
