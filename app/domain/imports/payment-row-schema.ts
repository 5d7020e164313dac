import { z } from 'zod'
import { optionalNote, optionalText, positiveAmount, requiredDay } from '../../values/fields.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { asWords, isoDay, wordCell } from './cells.ts'
import { rowReader } from './row-reader.ts'

const onlyPayments = 'Only payments are imported: refunds, adjustments and voids are booked by hand.'

const shape = {
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
}
/** What a row of such a file says. */
export type PaymentRow = z.output<z.ZodObject<typeof shape>>

/** One payment of a file, on an investment that is named, or is the only one of somebody in a project. */
export const readPaymentRow = rowReader(shape, ({ investment, investor, project }: Partial<PaymentRow>) => {
  const found: [string, string][] = []
  if (investment === null && investor === null) found.push(['investor', 'Say whose it is.'])
  if (investment === null && project === null) found.push(['project', 'Say for which project.'])
  return found
})
