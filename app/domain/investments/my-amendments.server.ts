import type { InvestorReader } from '../../platform/database/database.server.ts'
import type { Cents } from '../../values/money.ts'

/** A change by the office of an investment the reader had. */
export type MyAmendment = {
  at: Date
  kind: 'amount' | 'cancelled' | 'resumed'
  /** Null where the amount stayed. */
  formerAmount: Cents | null
  /** The amount after the change. */
  amount: Cents
  project: string | null
  investmentId: string
}

/** All amendments of investments that were the reader's own at the time, newest first. */
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
