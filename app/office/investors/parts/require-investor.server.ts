import {
  findInvestor,
  findInvestorAlone,
  type KnownInvestor,
} from '../../../domain/investors/find-investor.server.ts'
import {
  asAdmin,
  type Context,
  logFault,
  notFound,
} from '../../../platform/session/session.server.ts'

/**
 * The investor a dialog is about; a 404, thrown, when nobody has this id. When the state of their account cannot be found
 * out, their record alone, which says so (MIN-022).
 */
export async function requireInvestor(
  context: Context,
  investorId: string,
): Promise<KnownInvestor> {
  const alone = await asAdmin(context, (admin) => findInvestorAlone(admin, investorId))
  if (!alone) throw notFound()
  try {
    return (await asAdmin(context, (admin) => findInvestor(admin, investorId))) ?? alone
  } catch (fault) {
    logFault(context, 'the state of an account could not be found out', fault)
    return alone
  }
}
