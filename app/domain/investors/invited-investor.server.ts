import type { AdminActor } from '../../platform/database.server.ts'
import { isId } from '../../values/id.ts'
import type { InvitationStanding } from '../accounts/invitation.ts'
import { invitationsOf } from '../accounts/invitation-state.server.ts'

/** An investor whose account waits for its first password, with how the invitation stands. */
export type InvitedInvestor = { userId: string; name: string; email: string; standing: InvitationStanding }

/** One investor who may be invited again; null for one who needs no invitation, or whom nobody knows. */
export async function findInvited(admin: AdminActor, investorId: string): Promise<InvitedInvestor | null> {
  if (!isId(investorId)) return null
  const found = await admin.tx
    .selectFrom('investor')
    .innerJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select(['account.id', 'account.email', 'investor.full_name'])
    .where('investor.id', '=', investorId)
    .where('investor.archived_at', 'is', null)
    .where('account.status', '=', 'pending')
    .executeTakeFirst()
  if (!found?.id || found.email === null) return null
  const standings = await invitationsOf(admin, [found.id])
  const standing = standings.get(found.id) ?? { state: 'none', at: null }
  return { userId: found.id, name: found.full_name, email: found.email, standing }
}
