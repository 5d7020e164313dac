import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { matchingEntries } from '../investments/payment-search.server.ts'

/** `matching` counts all matches. */
export type SuggestedPayment = {
  id: string
  investmentId: string
  kind: string
  amount: Cents
  datedOn: CalendarDate
  reference: string | null
  investor: string
  email: string
  project: string
  matching: number
}

/** The newest entries with this reference or amount, a few; none for other text. */
export async function suggestPayments(
  admin: AdminActor,
  q: string,
  most: number,
): Promise<SuggestedPayment[]> {
  const found = matchingEntries(q)
  if (!found) return []
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select([
      'entry.id',
      'entry.investment_id as investmentId',
      'entry.kind',
      'entry.amount_cents as amount',
    ])
    .select(['entry.dated_on as datedOn', 'entry.reference'])
    .select(['investor.full_name as investor', 'investor.email', 'project.name as project'])
    .select(sql<number>`(count(*) over ())::int`.as('matching'))
    .where(found)
    .orderBy('entry.dated_on', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(most)
    .execute()
}
