import type { RequestUser } from '../session/signed-in-user.ts'
import { type Actor, transact } from './database.server.ts'

/** Runs `work` in one transaction as the signed-in user of either role, even while a hold applies. */
export function userCommand<Result>(
  user: Pick<RequestUser, 'role' | 'userId' | 'investorId' | 'clientAddress'>,
  work: (actor: Actor) => Promise<Result>,
): Promise<Result> {
  const { userId, clientAddress } = user
  if (user.role === 'admin') return transact({ role: 'admin', userId, clientAddress }, work)
  return transact(
    { role: 'investor', userId, investorId: user.investorId ?? '', clientAddress },
    work,
  )
}
