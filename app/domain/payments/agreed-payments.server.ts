import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { AgreedPayment } from './due-payment.ts'

/** Payments agreed with an amount, in order, paid ones included; not the current one if nothing was paid. */
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

/** Whether an entry is older than every agreement, or imported, so that its void leaves what is due. */
export async function precedesAgreed(admin: AdminActor, entryId: string): Promise<boolean> {
  const { rows } = await sql<{ older: boolean }>`
    select app.precedes_agreed(${entryId}) as older`.execute(admin.tx)
  return rows[0]?.older ?? false
}
