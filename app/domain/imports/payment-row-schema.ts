import { z } from 'zod'
import { optionalNote, optionalText, positiveAmount, requiredDay } from '../../values/fields.ts'
import { paymentMethods } from '../payments/payment-schema.ts'
import { asWords, isoDay, wordCell } from './cells.ts'

const onlyPayments = 'Only payments are imported: refunds, adjustments and voids are booked by hand.'

/** One payment of a file, on an investment that is named, or is the only one of somebody in a project. */
export const PaymentRowSchema = z
  .object({
    investment: optionalText(254),
    investor: optionalText(254),
    project: optionalText(254),
    amount: positiveAmount('Payment must be greater than zero.'),
    receivedOn: z.string().transform(isoDay).pipe(requiredDay('The day is required.')),
    method: z
      .string()
      .transform((text) => (text.trim() === '' ? 'none' : text))
      .pipe(wordCell(asWords([...paymentMethods, 'none']), 'Not a way to pay.', 'Not a way to pay.')),
    reference: optionalText(80),
    note: optionalNote(500),
    kind: wordCell({ payment: 'payment' }, onlyPayments, { means: 'payment' }),
  })
  .superRefine(({ investment, investor, project }, context) => {
    if (investment !== null) return
    if (investor === null) context.addIssue({ code: 'custom', path: ['investor'], message: 'Say whose it is.' })
    if (project === null) context.addIssue({ code: 'custom', path: ['project'], message: 'Say for which project.' })
  })
