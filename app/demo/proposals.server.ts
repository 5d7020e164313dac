import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { encodeInput } from '../domain/approvals/command-input.ts'
import type { ExchangeRateInput } from '../domain/exchange-rates/exchange-rate-schema.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { type CalendarDate, formatDay } from '../values/calendar-date.ts'
import { exchangeRate, formatRate } from '../values/exchange-rate.ts'

/** A first rate of the euro, proposed by the cashier. It waits for the administrator and changes no figure of the demo. */
export async function addProposal(
  { tx }: AdminActor,
  cashierId: string,
  today: CalendarDate,
): Promise<void> {
  const rate = exchangeRate('0.86')
  const input: ExchangeRateInput = {
    currency: 'EUR',
    source: 'company',
    datedOn: today,
    rate,
    confirmed: false,
  }
  // Only the person themselves may propose something.
  await sql`select set_config('app.user_id', ${cashierId}, true)`.execute(tx)
  const { id } = await tx
    .insertInto('proposal')
    .values({
      command: 'record-exchange-rate',
      key: randomUUID(),
      input: encodeInput(input),
      title: `Exchange rate of ${formatDay(today)}: ${formatRate(rate)} EUR per US dollar`,
      proposed_by: cashierId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('proposal_line').values({ proposal_id: id, act: 'rate' }).execute()
  await sql`select set_config('app.user_id', '', true)`.execute(tx)
}
