import type { AdminActor } from '../../platform/database/database.server.ts'
import {
  addInvestment,
  type InvestmentAdded,
  type NewInvestment,
} from '../investments/add-investment.server.ts'
import { type PaymentRecorded, recordPayment } from '../payments/record-payment.server.ts'

export type NewPaidInvestment = Omit<
  NewInvestment,
  'status' | 'nextPaymentOn' | 'nextPaymentAmount'
>

export type PaidInvestmentAdded =
  | { investmentId: string; receiptNumber: string }
  | Extract<InvestmentAdded | PaymentRecorded, { refused: string }>

/**
 * Adds an investment and the payment of its whole amount, which completes it, atomically. One key
 * serves both commands. The payment gets receipt, notification and email like any other.
 */
export async function addPaidInvestment(
  admin: AdminActor,
  input: NewPaidInvestment,
): Promise<PaidInvestmentAdded> {
  const added = await addInvestment(admin, {
    ...input,
    status: 'pending',
    nextPaymentOn: null,
    nextPaymentAmount: null,
  })
  if ('refused' in added) return added
  const recorded = await recordPayment(admin, added.investmentId, {
    key: input.key,
    amount: input.amount,
    receivedOn: input.investedOn,
    method: null,
    reference: null,
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
  })
  return 'refused' in recorded ? recorded : { ...added, receiptNumber: recorded.receiptNumber }
}
