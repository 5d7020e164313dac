import { sql } from 'kysely'
import { lastEnded } from '../domain/distributions/statement-period.ts'
import type { AdminActor } from '../platform/database.server.ts'
import { addDays, type CalendarDate } from '../values/calendar-date.ts'
import { instantOn } from './days.ts'
import type { DemoPeople } from './people.server.ts'

/** What the worker issued in the night after the last quarter and the last year ended, for whoever had paid in by then. */
export async function addStatements(
  admin: AdminActor,
  { investorIds }: Pick<DemoPeople, 'investorIds'>,
  today: CalendarDate,
): Promise<void> {
  for (const { from, to } of lastEnded(today).toReversed()) {
    const issuedAt = instantOn(addDays(to, 1), 0)
    for (const investorId of Object.values(investorIds)) {
      await sql`select from issue_statement(${investorId}, ${from}, ${to}, null, ${issuedAt})`.execute(admin.tx)
    }
  }
}
