import { findInvestmentInFull } from '../../../domain/investments/investment-in-full.server.ts'
import { asAdmin, type Context, notFound } from '../../../platform/session/session.server.ts'
import { isId } from '../../../values/id.ts'
import { type Cents, formatAmount, zero } from '../../../values/money.ts'

/** The investment that a dialog is about, in full; a 404, thrown, when nobody has this id. */
export async function requireInvestment(context: Context, investmentId: string) {
  const investment = await asAdmin(context, async (admin) =>
    isId(investmentId) ? findInvestmentInFull(admin, investmentId) : null,
  )
  if (!investment) throw notFound()
  return investment
}

/** Why money cannot be taken away on a day: on it, or on one after it, less had been received. In cents. */
export function takesTooMuch(most: Cents): string {
  return most > zero
    ? `Only ${formatAmount(most, 'when-needed')} of what was received by this date is left. Choose a later date.`
    : 'Nothing is left of what was received by this date. Choose a later date.'
}
