import { sql } from 'kysely'
import type { AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, isPositive, subtract, sum, zero } from '../../values/money.ts'
import { ownedText } from '../investments/owned.server.ts'

/** What an investment was agreed at on a day, paid by then, and what then remained; nothing remains on a cancelled one. */
export type ContractSum = {
  reference: string
  project: string
  /** The unit or share, such as `Apartment A-1203` or `25%`. */
  owned: string | null
  agreed: Cents
  paid: Cents
  remaining: Cents
  isCancelled: boolean
}

/**
 * The contracts of an investor at the end of a day, from entries and amendments, which never change. Empty when what they
 * were paid is not `expected`, as for a statement that a later entry is about to replace.
 */
export async function contractSums(
  { tx }: AdminActor | InvestorReader,
  investorId: string,
  { through, expected }: { through: CalendarDate; expected: Cents },
): Promise<ContractSum[]> {
  const { rows } = await sql<Omit<ContractSum, 'remaining'>>`
    select coalesce(reference.code, '') as reference, project.name as project,
      ${ownedText('investment')} as owned,
      coalesce((select a.former_amount_cents from amendment a where a.investment_id = investment.id and a.kind = 'amount'
        and (a.amended_at at time zone 'Africa/Nairobi')::date > ${through} order by a.amended_at, a.id limit 1),
        investment.amount_cents) as agreed,
      coalesce((select sum(e.amount_cents) from ledger_entry e
        where e.investment_id = investment.id and e.dated_on <= ${through}), 0)::bigint as paid,
      coalesce(investment.cancelled_on <= ${through}, false) as "isCancelled"
    from investment join project on project.id = investment.project_id
      left join payment_reference reference on reference.investment_id = investment.id
    where investment.investor_id = ${investorId} and investment.invested_on <= ${through}
    order by investment.invested_on, investment.id`.execute(tx)
  if (sum(rows.map(({ paid }) => paid)) !== expected) return []
  return rows
    .filter(({ isCancelled, paid }) => !isCancelled || isPositive(paid))
    .map((row) => {
      const left = subtract(row.agreed, row.paid)
      return { ...row, remaining: row.isCancelled || !isPositive(left) ? zero : left }
    })
}
