import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import { type CalendarDate, dayOf } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { completionWords } from '../projects/published-project.ts'

/**
 * `formerAmount` is the amount before the latest change and its day. `completion` and unit price
 * are null where unknown or not visible to the reader.
 */
export type MyTerms = {
  formerAmount: { amount: Cents; until: CalendarDate } | null
  cancelledOn: CalendarDate | null
  unitPrice: Cents | null
  completion: string | null
  /** What the payer types as the account number. */
  paymentReference: string
}

/** The terms of one of the reader's investments; null for another person's. */
export async function findMyTerms(
  reader: InvestorReader,
  investmentId: string,
): Promise<MyTerms | null> {
  const row = await reader.tx
    .selectFrom('investment')
    .leftJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('payment_reference', 'payment_reference.investment_id', 'investment.id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('amendment')
          .select(['former_amount_cents', 'amended_at'])
          .whereRef('amendment.investment_id', '=', 'investment.id')
          .where('kind', '=', 'amount')
          .orderBy(sql`(amended_at at time zone 'Africa/Nairobi')::date`, 'desc')
          .orderBy('amendment.id')
          .limit(1)
          .as('amended'),
      (join) => join.onTrue(),
    )
    .select(['amended.former_amount_cents', 'amended.amended_at'])
    .select([
      'investment.amount_cents',
      'investment.cancelled_on',
      'project.unit_price_cents',
      'project.status',
    ])
    .select(['project.completion_text', 'project.completion_on'])
    .select('payment_reference.code as payment_reference')
    .where('investment.id', '=', investmentId)
    .where('investment.investor_id', '=', reader.investorId)
    .executeTakeFirst()
  if (!row) return null
  const {
    cancelled_on: cancelledOn,
    unit_price_cents: unitPrice,
    status,
    completion_text: text,
  } = row
  const completion =
    status && completionWords({ status, text, on: row.completion_on }, clock.today())
  const { former_amount_cents: former, amended_at: amendedAt } = row
  const isOther = former !== null && amendedAt !== null && former !== row.amount_cents
  const formerAmount = isOther ? { amount: former, until: dayOf(amendedAt) } : null
  const { payment_reference: paymentReference } = row
  return { formerAmount, cancelledOn, unitPrice, completion, paymentReference }
}
