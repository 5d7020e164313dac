import { sql } from 'kysely'
import { periodsSince } from '../domain/statements/statement-period.ts'
import type { AdminActor } from '../platform/database/database.server.ts'
import { addDays, type CalendarDate, isBefore } from '../values/calendar-date.ts'
import { instantOn } from './days.ts'
import type { DemoPeople } from './people.server.ts'

/** The statements the worker would have issued after each quarter and year. */
export async function addStatements(
  admin: AdminActor,
  { investorIds }: Pick<DemoPeople, 'investorIds'>,
  today: CalendarDate,
): Promise<void> {
  const { first } = await admin.tx
    .selectFrom('ledger_entry')
    .select((entry) => entry.fn.min('dated_on').as('first'))
    .executeTakeFirstOrThrow()
  const ended = periodsSince(first, today).filter(({ to }) => isBefore(to, today))
  for (const { from, to } of ended.toReversed()) {
    const issuedAt = instantOn(addDays(to, 1), 0)
    for (const investorId of Object.values(investorIds)) {
      await sql`select from issue_statement(${investorId}, ${from}, ${to}, null, ${issuedAt})`.execute(
        admin.tx,
      )
    }
  }
}
