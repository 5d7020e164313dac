import type { AdminActor } from '../../platform/database.server.ts'
import type { AgreedPayment } from './due-payment.ts'

/**
 * The payments that were agreed with an amount on an investment, in the order they fall due, those already paid included.
 * What is due at present and was never paid toward is not among them.
 */
export async function agreedPayments(
  admin: AdminActor,
  investmentId: string,
): Promise<AgreedPayment[]> {
  const rows = await admin.tx
    .selectFrom('agreed_payment')
    .select(['due_on', 'amount_cents', 'until_cents'])
    .where('investment_id', '=', investmentId)
    .orderBy('until_cents')
    .execute()
  return rows.flatMap(({ due_on, amount_cents, until_cents }) =>
    amount_cents === null || until_cents === null
      ? []
      : [{ on: due_on, amount: amount_cents, until: until_cents }],
  )
}
