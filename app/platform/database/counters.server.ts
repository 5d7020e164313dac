import { sql } from 'kysely'
import type { Cents } from '../../values/money.ts'
import type { AdminActor } from './database.server.ts'

/** Maintained by triggers, because counting on read takes too long. */
export type Counter = { kind: string; count: number; amount: Cents; received: Cents }

/** Investments by status, investors with an investment, or money per month. */
export function countersOf(
  admin: AdminActor,
  subject: 'investment' | 'investing' | 'month',
): Promise<Counter[]> {
  return admin.tx
    .selectFrom('counter')
    .where('subject', '=', subject)
    .groupBy('kind')
    .select('kind')
    .select(sql<number>`sum(count)::int`.as('count'))
    .select(sql<Cents>`sum(amount_cents)::bigint`.as('amount'))
    .select(sql<Cents>`sum(received_cents)::bigint`.as('received'))
    .execute()
}
