import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'

/** Letters and digits that nobody takes for one another: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')

/**
 * Issues the receipt of a payment, `R-{year}-{6 digits}` of the year it is issued in, from a counter that is locked until
 * the commit: no gaps, never reused (decisions §4). What it says is copied, so that a later change of names leaves it be.
 * Returns its number.
 */
export async function issueReceipt(admin: AdminActor, paymentId: string): Promise<string> {
  const payment = await admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select([
      'entry.amount_cents',
      'entry.dated_on',
      'entry.recorded_at',
      'investor.id as investor_id',
      'investor.full_name',
      'project.name',
    ])
    .select(sql<number>`extract(year from entry.recorded_at at time zone 'Africa/Nairobi')::int`.as('year'))
    .where('entry.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { last_sequence: sequence } = await admin.tx
    .insertInto('receipt_counter')
    .values({ year: payment.year, last_sequence: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet({ last_sequence: sql`receipt_counter.last_sequence + 1` }),
    )
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  const { number } = await admin.tx
    .insertInto('receipt')
    .values({
      entry_id: paymentId,
      investor_id: payment.investor_id,
      year: payment.year,
      sequence,
      code: `${group()}-${group()}`,
      amount_cents: payment.amount_cents,
      received_on: payment.dated_on,
      investor_name: payment.full_name,
      project_name: payment.name,
      issued_at: payment.recorded_at,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}
