import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'
import type { Currency } from '../../values/currency.ts'

/** Money that arrived for an investor and is not credited to an investment yet, in hundredths of its currency. */
export type HeldMoney = { currency: Currency; minor: bigint }

/** What is held for an investor, by currency; empty when nothing is. */
export async function heldMoney(
  { tx }: Pick<Actor, 'tx'>,
  investorId: string,
): Promise<HeldMoney[]> {
  return tx
    .selectFrom('bank_transaction')
    .select('currency')
    .select(sql<bigint>`sum(minor - allocated_minor - returned_minor)::bigint`.as('minor'))
    .where('held_for_id', '=', investorId)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}
