import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { ownedText } from '../investments/owned.server.ts'

/** Since version 2 a receipt's hash also covers what was paid in another currency, who paid, and the account; since 3 the unit. */
const receiptVersion = 3

/**
 * Issues a receipt, `R-{year}-{6 digits}`, from a counter locked until commit: no gaps, no reuse.
 * Facts are copied, so later changes do not affect it. Returns its number.
 */
export async function issueReceipt(admin: AdminActor, paymentId: string): Promise<string> {
  const { year, ...facts } = await factsOfPayment(admin, paymentId)
  const { last_sequence: sequence } = await admin.tx
    .insertInto('receipt_counter')
    .values({ year, last_sequence: 1 })
    .onConflict((conflict) =>
      conflict
        .column('year')
        .doUpdateSet({ last_sequence: sql`receipt_counter.last_sequence + 1` }),
    )
    .returning('last_sequence')
    .executeTakeFirstOrThrow()
  const { number } = await admin.tx
    .insertInto('receipt')
    .values({ ...facts, year, sequence, version: receiptVersion })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** What a receipt says, by its columns, and the year it is numbered in. */
function factsOfPayment(admin: AdminActor, paymentId: string) {
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('payment_account as account', 'account.id', 'entry.payment_account_id')
    .select(['entry.id as entry_id', 'entry.amount_cents', 'entry.dated_on as received_on'])
    .select(['entry.recorded_at as issued_at', 'entry.method', 'entry.reference'])
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select(['entry.rate_on', 'entry.payer_name'])
    .select(['investment.amount_cents as agreed_cents', 'investment.received_cents'])
    .select(['investor.id as investor_id', 'investor.full_name as investor_name'])
    .select(['project.name as project_name', ownedText('investment').as('owned')])
    .select(sql<string | null>`account.name || ', ' || account.number`.as('account_name'))
    .select(
      sql<number>`extract(year from entry.recorded_at at time zone 'Africa/Nairobi')::int`.as(
        'year',
      ),
    )
    .where('entry.id', '=', paymentId)
    .executeTakeFirstOrThrow()
}
