import { type RawBuilder, sql } from 'kysely'
import type { Cents } from '../values/money.ts'
import type { AdminActor } from './database.server.ts'

/** What is kept of each kind (migrations 0024, 0025, 0038 and 0039): how many, and of investments how much money. */
export type Tally = { kind: string; count: number; amount: Cents; received: Cents }

type Subject =
  | 'investment'
  | 'investing'
  | 'investor'
  | 'account'
  | 'mail'
  | 'month'
  | 'document'
  | 'notification'
  | 'due'

/** The kept numbers of one list: a few rows, however long the list is. */
export function tallyOf(admin: AdminActor, subject: Subject): Promise<Tally[]> {
  return addedUp(admin, subject, sql.ref<string>('kind'))
}

/** The same of a list that stands on shelves, whose last word names the shelf, with all shelves of a kind together. */
export function tallyWithoutShelves(
  admin: AdminActor,
  subject: 'investment' | 'investor',
): Promise<Tally[]> {
  return addedUp(admin, subject, sql<string>`left(kind, -strpos(reverse(kind), ' '))`)
}

function addedUp(admin: AdminActor, subject: Subject, kind: RawBuilder<string>): Promise<Tally[]> {
  return admin.tx
    .selectFrom('tally')
    .where('subject', '=', subject)
    .groupBy(kind)
    .select(kind.as('kind'))
    .select(sql<number>`sum(count)::int`.as('count'))
    .select(sql<Cents>`sum(amount_cents)::bigint`.as('amount'))
    .select(sql<Cents>`sum(received_cents)::bigint`.as('received'))
    .execute()
}

/** So many of a list stand together, by month or by the letters that a name begins with. */
type Shelf<At> = { at: At; count: number }

/** The shelf of a list on which a page begins, and how many of that shelf come before it. */
type Begin<At> = { at: At; skipped: number }

/** Where the page after `skipped` begins, in the order that `compare` gives the shelves; null where so many are not there. */
export function shelfAt<At>(
  kept: Shelf<At>[],
  skipped: number,
  compare: (a: At, b: At) => number,
): Begin<At> | null {
  let before = 0
  for (const at of [...new Set(kept.map((shelf) => shelf.at))].sort(compare)) {
    const count = kept
      .filter((shelf) => shelf.at === at)
      .reduce((sum, shelf) => sum + shelf.count, 0)
    if (skipped < before + count) return { at, skipped: skipped - before }
    before += count
  }
  return null
}

/**
 * The same of a list in the order of names: `from` is the least that the first name can be. Null at the beginning, where
 * nothing can be left out.
 */
export async function nameAt(
  admin: AdminActor,
  kept: Shelf<number>[],
  skipped: number,
): Promise<{ from: string; skipped: number } | null> {
  const begin = shelfAt(kept, skipped, (a, b) => a - b)
  if (!begin || begin.at === 0) return null
  const { rows } = await sql<{
    from: string | null
  }>`select app.first_of_shelf(${begin.at}) as "from"`.execute(admin.tx)
  const from = rows[0]?.from ?? null
  return from === null ? null : { from, skipped: begin.skipped }
}
