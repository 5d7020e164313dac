import { sql } from 'kysely'
import type { Cents } from '../../values/money.ts'
import type { AdminActor } from './database.server.ts'

/** What the database counts with each change because counting it takes too long (migration 0063). */
export type Counter = { kind: string; count: number; amount: Cents; received: Cents }

/** The counters of investments by status, of investors who have one, or of the money of each month. */
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
