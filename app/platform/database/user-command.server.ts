import type { RequestUser } from '../session/signed-in-user.ts'
import { type Actor, transact } from './database.server.ts'

/**
 * Runs `work` in one transaction in the name and with the rights of whoever is signed in, also of somebody who is held
 * back until a password is replaced or a second factor set up. Who is an investor without a record has no record's rights.
 */
export function userCommand<Result>(
  self: RequestUser,
  work: (actor: Actor) => Promise<Result>,
): Promise<Result> {
  const { userId, clientAddress } = self
  if (self.role === 'admin') return transact({ role: 'admin', userId, clientAddress }, work)
  return transact(
    { role: 'investor', userId, investorId: self.investorId ?? '', clientAddress },
    work,
  )
}
