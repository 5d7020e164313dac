import { z } from 'zod'
import { isBefore } from '../../values/calendar-date.ts'
import {
  amount,
  checkbox,
  optionalNote,
  optionalText,
  positiveAmount,
  requiredDay,
} from '../../values/fields.ts'
import { investmentStatuses } from '../investments/investment.ts'
import { nextPaymentFields, nextPaymentHasADay } from '../investments/investment-schema.ts'

const partyMissing = 'Project and investor must be selected'
const notPositive = 'Amount must be greater than zero'

/**
 * `version` and `opened` are from when the form was opened. `reason` is needed when `received`
 * differs; `fullyPaid` confirms the remaining payment, `beyondOffer` an amount beyond the offer.
 */
export const EditInvestmentSchema = z
  .object({
    key: z.uuid('Reload the page and try again.'),
    version: z.coerce.number('Reload the page and try again.').int().positive(),
    projectId: z.uuid(partyMissing),
    investorId: z.uuid(partyMissing),
    amount: positiveAmount(notPositive, notPositive),
    investedOn: requiredDay('Enter the investment date.'),
    status: z.enum(investmentStatuses, 'Choose a status.'),
    fullyPaid: checkbox(),
    received: amount('Payment amounts cannot be negative'),
    reason: optionalNote(500),
    ...nextPaymentFields,
    furtherTranche: checkbox(),
    beyondOffer: checkbox(),
    owned: optionalText(80),
  })
  .check(nextPaymentHasADay)
  .superRefine(({ investedOn, nextPaymentOn }, context) => {
    if (nextPaymentOn === null || !isBefore(nextPaymentOn, investedOn)) return
    const message = 'The next payment cannot come before the investment.'
    context.addIssue({ code: 'custom', path: ['nextPaymentOn'], message })
  })

export type EditInvestmentInput = z.output<typeof EditInvestmentSchema>
