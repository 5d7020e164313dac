import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import { countLimit } from '../../values/capped-count.ts'
import type { Currency } from '../../values/currency.ts'

/** Money in of all accounts that waits to be matched, by currency, with the day it has waited since; held money included. */
export type OpenMoney = { currency: Currency; minor: bigint; since: CalendarDate }

/** Open money out, by currency. */
type MoneyOut = { currency: Currency; minor: bigint; count: number }

/** What an account received in a month. Excluded lines do not count. */
export type AccountReceived = { accountId: string; name: string; currency: Currency; minor: bigint }

export type MoneyIn = {
  open: OpenMoney[]
  /** Transactions with a suggestion, counted up to 10,001. */
  suggested: number
  /** Payments that the provider took back and that are not voided yet. */
  reversed: MoneyOut[]
  /** Other open money out. */
  unexplained: MoneyOut[]
  month: CalendarDate
  received: AccountReceived[]
}

/** What arrived by bank and M-Pesa, for the dashboard. */
export async function moneyIn(admin: AdminActor): Promise<MoneyIn> {
  const month = calendarDate(`${clock.today().slice(0, 7)}-01`)
  return {
    open: await openMoney(admin),
    suggested: await countSuggested(admin),
    reversed: await moneyOut(admin, isReversed),
    unexplained: await moneyOut(admin, isUnexplained),
    month,
    received: await receivedSince(admin, month),
  }
}

/** Money in that waits to be matched, of all accounts. */
export async function openMoney({ tx }: AdminActor): Promise<OpenMoney[]> {
  return tx
    .selectFrom('bank_transaction')
    .select('currency')
    .select(sql<bigint>`sum(minor - allocated_minor - returned_minor)::bigint`.as('minor'))
    .select(sql<CalendarDate>`min(value_on)`.as('since'))
    .where('state', 'in', ['unmatched', 'suggested'])
    .where('minor', '>', 0n)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

async function countSuggested({ tx }: AdminActor): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from bank_transaction where state = 'suggested' limit ${countLimit + 1}) counted`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

const takesBack = sql`suggestions @> '[{"kind": "reversal"}]'`

/** Open reversals of matched payments, of `bank_transaction`. */
export const isReversed = sql<SqlBool>`state = 'suggested' and minor < 0 and ${takesBack}`

/** Other money out that is open, of `bank_transaction`. */
export const isUnexplained = sql<SqlBool>`state in ('unmatched', 'suggested') and minor < 0 and not ${takesBack}`

async function moneyOut({ tx }: AdminActor, which: RawBuilder<SqlBool>): Promise<MoneyOut[]> {
  return tx
    .selectFrom('bank_transaction')
    .select('currency')
    .select(sql<bigint>`sum(-minor)::bigint`.as('minor'))
    .select(sql<number>`count(*)::int`.as('count'))
    .where(which)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

async function receivedSince({ tx }: AdminActor, month: CalendarDate): Promise<AccountReceived[]> {
  const { rows } =
    await sql<AccountReceived>`select account.id as "accountId", account.name, account.currency,
      sum(line.minor)::bigint as minor
    from bank_transaction line join payment_account account on account.id = line.payment_account_id
    where line.occurred_at >= ${month}::timestamp at time zone 'Africa/Nairobi' and line.minor > 0 and line.exclusion is null
    group by account.id, account.name, account.currency, account.created_at order by account.created_at, account.id`.execute(
      tx,
    )
  return rows
}
