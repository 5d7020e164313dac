import { sql } from 'kysely'
import type { Cents } from '../values/money.ts'
import type { AdminActor } from './database.server.ts'

/** What is kept of each kind (migrations 0024, 0025 and 0038): how many, and of investments how much money. */
export type Tally = { kind: string; count: number; amount: Cents; received: Cents }

/** The kept numbers of one list: a few rows, however long the list is. */
export async function tallyOf(
  admin: AdminActor,
  subject: 'investment' | 'investing' | 'investor' | 'account' | 'mail' | 'month' | 'document' | 'notification',
): Promise<Tally[]> {
  return admin.tx
    .selectFrom('tally')
    .where('subject', '=', subject)
    .groupBy('kind')
    .select('kind')
    .select(sql<number>`sum(count)::int`.as('count'))
    .select(sql<Cents>`sum(amount_cents)::bigint`.as('amount'))
    .select(sql<Cents>`sum(received_cents)::bigint`.as('received'))
    .execute()
}
