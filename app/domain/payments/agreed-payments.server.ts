import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
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

/** Whether an entry is older than everything agreed on its investment, or imported: its void then leaves what is due. */
export async function precedesAgreed(admin: AdminActor, entryId: string): Promise<boolean> {
  const { rows } = await sql<{ older: boolean }>`
    select app.precedes_agreed(${entryId}) as older`.execute(admin.tx)
  return rows[0]?.older ?? false
}
