import type { InvestorReader } from '../../platform/database/database.server.ts'
import type { Cents } from '../../values/money.ts'

/** What the office changed about an investment that this investor had, newest first;. */
export type MyAmendment = {
  at: Date
  kind: 'amount' | 'cancelled' | 'resumed'
  /** Before; null where the amount stayed. */
  formerAmount: Cents | null
  /** Right after. */
  amount: Cents
  project: string | null
  investmentId: string
}

/** Every amendment of investments that were the reader's own at the time, newest first. */
export async function allMyAmendments(reader: InvestorReader): Promise<MyAmendment[]> {
  return reader.tx
    .selectFrom('amendment')
    .innerJoin('investment', 'investment.id', 'amendment.investment_id')
    .leftJoin('project', 'project.id', 'investment.project_id')
    .select([
      'amendment.amended_at as at',
      'amendment.kind',
      'amendment.investment_id as investmentId',
    ])
    .select(['amendment.former_amount_cents as formerAmount', 'amendment.amount_cents as amount'])
    .select('project.name as project')
    .where('amendment.investor_id', '=', reader.investorId)
    .orderBy('amendment.id', 'desc')
    .execute()
}
