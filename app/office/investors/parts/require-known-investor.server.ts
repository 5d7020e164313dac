import {
  findInvestor,
  findInvestorAlone,
  type KnownInvestor,
} from '../../../domain/investors/find-investor.server.ts'
import {
  adminQuery,
  type Context,
  logFault,
  notFound,
} from '../../../platform/session/session.server.ts'

/** Throws a 404 for an unknown id. Falls back to the record alone when the account state cannot be read. */
export async function requireKnownInvestor(
  context: Context,
  investorId: string,
): Promise<KnownInvestor> {
  const alone = await adminQuery(context, (admin) => findInvestorAlone(admin, investorId))
  if (!alone) throw notFound()
  try {
    return (await adminQuery(context, (admin) => findInvestor(admin, investorId))) ?? alone
  } catch (fault) {
    logFault(context, 'the state of an account could not be read', fault)
    return alone
  }
}
