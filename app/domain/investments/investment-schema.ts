import { z } from 'zod'
import { isBefore } from '../../values/calendar-date.ts'
import {
  checkbox,
  optionalAmount,
  optionalDay,
  optionalId,
  optionalText,
  positiveAmount,
  requiredDay,
  unlessRefused,
} from '../../values/fields.ts'
import { isPositive } from '../../values/money.ts'
import { type InvestmentStatus, investmentStatuses } from './investment.ts'

const partyMissing = 'Please select both a project and an investor.'

/** Without an amount, what remains is due. */
export const nextPaymentFields = {
  nextPaymentOn: optionalDay(),
  nextPaymentAmount: optionalAmount().refine(
    (amount) => amount === null || isPositive(amount),
    'The next payment must be greater than zero.',
  ),
}

type NextPayment = { nextPaymentOn: unknown; nextPaymentAmount: unknown }

/** An amount needs a day; a separate check for forms with `nextPaymentFields`. */
export const nextPaymentHasADay = z.refine<NextPayment>(
  ({ nextPaymentOn, nextPaymentAmount }) => nextPaymentAmount === null || nextPaymentOn !== null,
  {
    path: ['nextPaymentOn'],
    error: 'Enter the day of the next payment.',
    when: unlessRefused('nextPaymentOn', 'nextPaymentAmount'),
  },
)

/**
 * `fullyPaid` confirms the payment of a completed investment, `furtherTranche` a second investment
 * in the project, `beyondOffer` an amount beyond the offer. `templateId` is that of its payment plan, `owned` a unit's name
 * or a percentage.
 */
export const AddInvestmentSchema = z
  .object({
    key: z.uuid('Reload the page and try again.'),
    projectId: z.uuid(partyMissing),
    investorId: z.uuid(partyMissing),
    amount: positiveAmount('Amount must be greater than zero'),
    investedOn: requiredDay('Enter the investment date.'),
    status: z.enum(investmentStatuses, 'Choose a status.'),
    fullyPaid: checkbox(),
    ...nextPaymentFields,
    furtherTranche: checkbox(),
    beyondOffer: checkbox(),
    templateId: optionalId('Choose a payment plan of this project.'),
    owned: optionalText(80),
  })
  .superRefine(({ status, templateId }, context) => {
    if (templateId === null || status === 'pending' || status === 'active') return
    const message = 'Choose Pending or Active for an investment with a payment plan.'
    context.addIssue({ code: 'custom', path: ['templateId'], message })
  })
  .check(nextPaymentHasADay)
  .superRefine(({ investedOn, nextPaymentOn }, context) => {
    if (nextPaymentOn === null || !isBefore(nextPaymentOn, investedOn)) return
    const message = 'The next payment cannot come before the investment.'
    context.addIssue({ code: 'custom', path: ['nextPaymentOn'], message })
  })
  .superRefine(({ status, fullyPaid }, context) => {
    const message = contradiction(status, fullyPaid)
    if (message) context.addIssue({ code: 'custom', path: ['fullyPaid'], message })
  })

function contradiction(status: InvestmentStatus, fullyPaid: boolean): string | null {
  if (status === 'completed') return fullyPaid ? null : 'A completed investment must be fully paid.'
  if (!fullyPaid) return null
  return status === 'pending'
    ? 'A pending investment cannot have payments.'
    : 'Choose Completed for an investment that is fully paid.'
}
