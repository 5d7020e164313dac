import type { AdminActor } from '../../platform/database/database.server.ts'
import {
  addInvestment,
  type InvestmentAdded,
  type NewInvestment,
} from '../investments/add-investment.server.ts'
import { type PaymentRecorded, recordPayment } from './record-payment.server.ts'

/** A new investment whose whole amount has come in on its first day. */
export type NewPaidInvestment = Omit<
  NewInvestment,
  'status' | 'nextPaymentOn' | 'nextPaymentAmount'
>

/** The investment with the receipt of its payment, or why neither was added. */
export type PaidInvestmentAdded =
  | { investmentId: string; receiptNumber: string }
  | Extract<InvestmentAdded | PaymentRecorded, { refused: string }>

/**
 * Adds an investment together with the payment of its whole amount, dated the day of the investment, so that it is
 * completed: both in the admin's transaction, or, when either is refused, neither. One key serves both commands.
 * The payment is like any other: receipt, notification and mail.
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
