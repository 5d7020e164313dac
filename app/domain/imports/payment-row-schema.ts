import { z } from 'zod'
import { optionalNote, optionalText, positiveAmount, requiredDay } from '../../values/fields.ts'
import { trimmed } from '../../values/visible.ts'
import type { PaymentMethod } from '../payments/payment-methods.ts'
import { dayCell, isWrittenNegative, wordCell } from './cells.ts'
import { methodNamed } from './method-words.ts'
import { rowReader } from './row-reader.ts'

const onlyPayments =
  'Only payments are imported: refunds, adjustments and voids are booked by hand.'

/** What a row is told that takes money back. */
export const reversalRefused =
  'Reversals are not imported: record a refund or a void on the investment.'

const shape = {
  investment: optionalText(254),
  investor: optionalText(254),
  project: optionalText(254),
  amount: z
    .string()
    .refine((text) => !isWrittenNegative(text), { message: reversalRefused, abort: true })
    .pipe(positiveAmount('Payment must be greater than zero.')),
  receivedOn: dayCell(requiredDay('The day is required.')),
  method: z.string().transform((text, context): PaymentMethod | 'none' => {
    const method = trimmed(text) === '' ? 'none' : methodNamed(text)
    if (method !== null) return method
    context.addIssue({ code: 'custom', message: 'Not a way to pay.' })
    return z.NEVER
  }),
  reference: optionalText(80),
  note: optionalNote(500),
  again: wordCell(
    { yes: 'yes', y: 'yes', true: 'yes', no: 'no', n: 'no', false: 'no' },
    'Write yes or no.',
    {
      means: 'no',
    },
  ),
  kind: wordCell({ payment: 'payment' }, onlyPayments, { means: 'payment' }),
}
/** What a row of such a file says. */
export type PaymentRow = z.output<z.ZodObject<typeof shape>>

/** One payment of a file, on an investment that is named, or is the only one of somebody in a project. */
export const readPaymentRow = rowReader(
  shape,
  ({ investment, investor, project }: Partial<PaymentRow>) => {
    const found: [string, string][] = []
    if (investment === null && investor === null) found.push(['investor', 'Say whose it is.'])
    if (investment === null && project === null) found.push(['project', 'Say for which project.'])
    return found
  },
)
