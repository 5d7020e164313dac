import { transactReadOnly } from '../database/database.server.ts'
import {
  type Answer,
  type Context,
  currentUser,
  forbidden,
  type Read,
  requireRole,
  visitorContext,
} from './session.server.ts'

/**
 * View mode: the `investorId` in the address, for an administrator; null for everyone else. It may name no investor:
 * the portal's guard checks it.
 */
export async function viewedInvestorId(context: Context): Promise<string | null> {
  const investorId = new URL(context.get(visitorContext).request.url).searchParams.get('investorId')
  if (investorId === null) return null
  const user = await currentUser(context)
  return user?.role === 'admin' ? investorId : null
}

/**
 * View mode: a read-only transaction with this investor's rights, audited as the signed-in administrator. The portal's
 * guard checks the id first.
 */
export async function viewedInvestorQuery<Result>(
  context: Context,
  investorId: string,
  work: Read<Result>,
  answer: Answer,
): Promise<Result> {
  const { userId, permissions } = await requireRole(context, 'admin', answer)
  if (!permissions.includes('read-money')) throw forbidden(answer)
  const { clientAddress } = context.get(visitorContext)
  return transactReadOnly(
    { role: 'investor', userId, investorId, viewedBy: 'admin', clientAddress },
    work,
  )
}
