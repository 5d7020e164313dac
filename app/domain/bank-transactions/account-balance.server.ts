import { type RawBuilder, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import {
  firstMoment,
  firstPartFirst,
  isEarlierPart,
  isLaterPart,
  lastMoment,
  lastPartFirst,
} from './parts-of-day.server.ts'
import type { AccountBalance, DayRange } from './reconciliation.ts'

/**
 * The balance with which a day begins: as a statement of that day states it, else from the running balance of the last line
 * before, else from the nearest statement's balance and the lines between; null where no balance is known.
 */
export async function accountBalance(
  admin: AdminActor,
  accountId: string,
  day: CalendarDate,
): Promise<AccountBalance | null> {
  const stated = await balanceInStatement(admin, accountId, day)
  if (stated !== null) return { minor: stated, isStated: true }
  const running = await runningBalance(admin, accountId, day)
  if (running !== null) return { minor: running, isStated: true }
  const reckoned = await nearestBalance(admin, accountId, day)
  return reckoned === null ? null : { minor: reckoned, isStated: false }
}

/**
 * From a statement that has the day or ends with the day before: its balance, and its lines on this side of it. Not from one
 * that states only a part of the day at its edge: the account has lines of that day before its first or after its last.
 */
async function balanceInStatement({ tx }: AdminActor, accountId: string, day: CalendarDate) {
  const startOf = (on: CalendarDate) => sql`${on}::timestamp at time zone 'Africa/Nairobi'`
  const linesOf = (on: CalendarDate) => sql`(select line.occurred_at as moment,
      line.statement_file_id = file.id or exists (select from bank_transaction_sighting sighting
        where sighting.bank_transaction_id = line.id and sighting.statement_file_id = file.id) as is_in_file
    from bank_transaction line where line.payment_account_id = ${accountId}
      and line.occurred_at >= ${startOf(on)} and line.occurred_at < ${startOf(addDays(on, 1))}) lines`
  const { rows } = await sql<{
    minor: bigint
  }>`select case when file.closing_minor is not null and file.to_on < ${day} then file.closing_minor
      when file.from_on = ${day} then file.opening_minor
      else file.opening_minor + coalesce((select sum(line.minor) from (
        select id from bank_transaction where statement_file_id = file.id
        union all select bank_transaction_id from bank_transaction_sighting where statement_file_id = file.id) of_file
        join bank_transaction line using (id) where line.occurred_at < ${startOf(day)}), 0) end::bigint as minor
    from statement_file file where file.payment_account_id = ${accountId}
      and ${day} between file.from_on and file.to_on + 1
      and (file.opening_minor is not null or (file.closing_minor is not null and file.to_on < ${day}))
      and case when file.to_on < ${day} then (select coalesce(max(moment) <= max(moment) filter (where is_in_file), count(*) = 0)
          from ${linesOf(addDays(day, -1))})
        when file.from_on = ${day} then (select coalesce(min(moment) >= min(moment) filter (where is_in_file), count(*) = 0)
          from ${linesOf(day)})
        else true end
    order by (${day} in (file.from_on, file.to_on + 1)) desc,
      case when file.to_on < ${day} then ${isEarlierPart} when file.from_on = ${day} then ${isLaterPart} end,
      file.uploaded_at desc, file.id limit 1`.execute(tx)
  return rows[0]?.minor ?? null
}

/**
 * The balance after the last line before the day: the one that no other line of its day starts from, because a bank's order
 * is not always that of the times; where the balances of the day are not one chain, that of the latest time.
 */
async function runningBalance(admin: AdminActor, accountId: string, day: CalendarDate) {
  return (await endOfChain(admin, accountId, day)) ?? latestBalance(admin, accountId, day)
}

/** In a chain each balance is one line's result and the next line's start, except for the first and the last. */
async function endOfChain({ tx }: AdminActor, accountId: string, day: CalendarDate) {
  const before = sql`payment_account_id = ${accountId} and occurred_at < ${day}::timestamp at time zone 'Africa/Nairobi'`
  const { rows } = await sql<{ minor: bigint | null; surplus: number }>`
    with of_day as (select minor, balance_minor from bank_transaction where ${before} and occurred_at >= (
      select date_trunc('day', max(occurred_at), 'Africa/Nairobi') from bank_transaction where ${before}))
    select minor, sum(step)::int as surplus from (
      select balance_minor as minor, 1 as step from of_day
      union all select balance_minor - minor, -1 from of_day) ends
    group by minor having sum(step) <> 0 or minor is null order by surplus desc limit 3`.execute(tx)
  const [end, start] = rows
  const isChain = rows.length === 2 && end?.surplus === 1 && start?.surplus === -1
  return isChain ? end.minor : null
}

/** Lines of the latest moment are brought into order by their balances. Null where there is none or it is not certain. */
async function latestBalance({ tx }: AdminActor, accountId: string, day: CalendarDate) {
  const { rows } = await sql<{
    minor: bigint
    balance: bigint | null
  }>`select minor, balance_minor as balance
    from bank_transaction where payment_account_id = ${accountId} and occurred_at = (
      select max(occurred_at) from bank_transaction where payment_account_id = ${accountId}
        and occurred_at < ${day}::timestamp at time zone 'Africa/Nairobi')`.execute(tx)
  const before = new Set(rows.map(({ minor, balance }) => balance !== null && balance - minor))
  const last = rows.filter(({ balance }) => !before.has(balance ?? 0n))
  return last.length === 1 ? (last[0]?.balance ?? null) : null
}

/** From the end of the last statement before the day and the lines since, else from the start of the first one after it. */
async function nearestBalance({ tx }: AdminActor, accountId: string, day: CalendarDate) {
  const sumOfLines = (
    condition: RawBuilder<unknown>,
  ) => sql`coalesce((select sum(line.minor) from bank_transaction line
    where line.payment_account_id = ${accountId} and ${condition}), 0)`
  const startOfDay = sql`${day}::timestamp at time zone 'Africa/Nairobi'`
  const files = sql`from statement_file file where file.payment_account_id = ${accountId}`
  const closed = sql`file.closing_minor is not null and file.to_on < ${day}`
  const opened = sql`file.opening_minor is not null and file.from_on > ${day}`
  const { rows } = await sql<{ minor: bigint }>`
    select (minor + ${sumOfLines(sql`line.occurred_at > moment and line.occurred_at < ${startOfDay}`)})::bigint as minor, 1 as place
      from (select closing_minor as minor,
          coalesce(${lastMoment}, (to_on + 1)::timestamp at time zone 'Africa/Nairobi' - interval '1 us') as moment
        ${files} and ${closed} and to_on = (select max(to_on) ${files} and ${closed}) order by ${lastPartFirst} limit 1) part
    union all
    select (minor - ${sumOfLines(sql`line.occurred_at >= ${startOfDay} and line.occurred_at < moment`)})::bigint, 2
      from (select opening_minor as minor, coalesce(${firstMoment}, from_on::timestamp at time zone 'Africa/Nairobi') as moment
        ${files} and ${opened} and from_on = (select min(from_on) ${files} and ${opened}) order by ${firstPartFirst} limit 1) part
    order by place limit 1`.execute(tx)
  return rows[0]?.minor ?? null
}

/** The days of a period that no uploaded statement of the account has. */
export async function daysWithoutStatement(
  { tx }: AdminActor,
  accountId: string,
  { from, to }: DayRange,
): Promise<DayRange[]> {
  const files = await tx
    .selectFrom('statement_file')
    .select(['from_on', 'to_on'])
    .where('payment_account_id', '=', accountId)
    .where('from_on', '<=', to)
    .where('to_on', '>=', from)
    .orderBy('from_on')
    .execute()
  const gaps: DayRange[] = []
  let next = from
  for (const file of files) {
    if (file.from_on > next) gaps.push({ from: next, to: addDays(file.from_on, -1) })
    if (file.to_on >= next) next = addDays(file.to_on, 1)
  }
  if (next <= to) gaps.push({ from: next, to })
  return gaps
}
