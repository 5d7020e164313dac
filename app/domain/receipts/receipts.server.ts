import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'

/**
 * Issues a receipt, `R-{year}-{6 digits}`, from a counter locked until commit: no gaps, no reuse.
 * Facts are copied, so later changes do not affect it. Returns its number.
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
      'entry.method',
      'entry.reference',
      'investment.amount_cents as agreed_cents',
      'investment.received_cents',
      'investor.id as investor_id',
      'investor.full_name',
      'project.name',
    ])
    .select(
      sql<number>`extract(year from entry.recorded_at at time zone 'Africa/Nairobi')::int`.as(
        'year',
      ),
    )
    .where('entry.id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { last_sequence: sequence } = await admin.tx
    .insertInto('receipt_counter')
    .values({ year: payment.year, last_sequence: 1 })
    .onConflict((conflict) =>
      conflict
        .column('year')
        .doUpdateSet({ last_sequence: sql`receipt_counter.last_sequence + 1` }),
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
      amount_cents: payment.amount_cents,
      agreed_cents: payment.agreed_cents,
      received_cents: payment.received_cents,
      method: payment.method,
      reference: payment.reference,
      received_on: payment.dated_on,
      investor_name: payment.full_name,
      project_name: payment.name,
      issued_at: payment.recorded_at,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}
