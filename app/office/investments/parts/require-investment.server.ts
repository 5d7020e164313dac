import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { adminQuery, type Context, notFound } from '../../../platform/session/session.server.ts'
import { isId } from '../../../values/id.ts'
import { type Cents, formatAmount, zero } from '../../../values/money.ts'

/** Throws a 404 for an unknown id. */
export async function requireInvestment(context: Context, investmentId: string) {
  const investment = await adminQuery(context, async (admin) =>
    isId(investmentId) ? findInvestmentInFull(admin, investmentId) : null,
  )
  if (!investment) throw notFound()
  return investment
}

/** Refusal of a deduction on a date by which, or after which, less than that was received. In cents. */
export function takesTooMuch(most: Cents): string {
  return most > zero
    ? `Only ${formatAmount(most, 'when-needed')} of what was received by this date is left. Choose a later date.`
    : 'Nothing is left of what was received by this date. Choose a later date.'
}
