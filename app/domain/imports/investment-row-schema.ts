import type { z } from 'zod'
import { isBefore } from '../../values/calendar-date.ts'
import {
  optionalAmount,
  optionalDay,
  positiveAmount,
  requiredDay,
  requiredText,
} from '../../values/fields.ts'
import { isPositive } from '../../values/money.ts'
import { type InvestmentStatus, investmentStatuses } from '../investments/investment.ts'
import { asWords, dayCell, wordCell } from './cells.ts'
import { rowReader } from './row-reader.ts'

const shape = {
  investor: requiredText(254, 'Say whose it is.'),
  project: requiredText(254, 'Say which project.'),
  amount: positiveAmount('Amount must be greater than zero.'),
  status: wordCell<InvestmentStatus>(
    asWords(investmentStatuses),
    'Not a status of an investment.',
    'A status is required.',
  ),
  investedOn: dayCell(requiredDay('The investment date is required.')),
  fullyPaidOn: dayCell(optionalDay()),
  cancelledOn: dayCell(optionalDay()),
  nextPaymentOn: dayCell(optionalDay()),
  nextPaymentAmount: optionalAmount().refine(
    (typed) => typed === null || isPositive(typed),
    'The next payment must be greater than zero.',
  ),
}
/** What a row of such a file says. */
export type InvestmentRow = z.output<z.ZodObject<typeof shape>>
type Row = Partial<InvestmentRow>

/** One investment of a file: whose and in what as they are named there, found later. */
export const readInvestmentRow = rowReader(shape, (row: Row) => [
  ...statusProblems(row),
  ...dayProblems(row),
])

function statusProblems({ status, fullyPaidOn, cancelledOn }: Row): [string, string][] {
  if (!status) return []
  const found: [string, string][] = []
  if (status === 'completed' && fullyPaidOn === null)
    found.push(['fullyPaidOn', 'A completed investment must be fully paid.'])
  if (status === 'pending' && fullyPaidOn)
    found.push(['fullyPaidOn', 'A pending investment cannot have payments.'])
  if (['active', 'cancelled'].includes(status) && fullyPaidOn)
    found.push(['status', 'What is fully paid is completed.'])
  if (status !== 'cancelled' && cancelledOn)
    found.push(['cancelledOn', 'This one is not cancelled.'])
  return found
}

function dayProblems({ investedOn, nextPaymentAmount, amount, ...days }: Row): [string, string][] {
  const found: [string, string][] = []
  for (const field of ['fullyPaidOn', 'cancelledOn', 'nextPaymentOn'] as const) {
    const day = days[field]
    if (day && investedOn && isBefore(day, investedOn))
      found.push([field, 'This lies before the investment date.'])
  }
  if (!nextPaymentAmount) return found
  if (days.nextPaymentOn === null)
    found.push(['nextPaymentOn', 'Enter the day of the next payment.'])
  if (amount !== undefined && nextPaymentAmount > amount)
    found.push(['nextPaymentAmount', 'This is more than the amount.'])
  return found
}
