import type { AdminActor } from '../../platform/database/database.server.ts'
import { isId } from '../../values/id.ts'
import type { InvitationStatus } from '../accounts/invitations/invitation.ts'
import { invitationsOf } from '../accounts/invitations/invitation-state.server.ts'

export type InvitedInvestor = {
  userId: string | null
  name: string
  email: string
  standing: InvitationStatus
}

/** An investor who may be invited again; null when unknown or no invitation is needed. */
export async function findInvited(
  admin: AdminActor,
  investorId: string,
): Promise<InvitedInvestor | null> {
  if (!isId(investorId)) return null
  const found = await admin.tx
    .selectFrom('investor')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select(['account.id', 'account.email', 'investor.full_name', 'investor.email as own_email'])
    .where('investor.id', '=', investorId)
    .where('investor.archived_at', 'is', null)
    .where((row) =>
      row.or([row('account.status', '=', 'pending'), row('investor.user_id', 'is', null)]),
    )
    .executeTakeFirst()
  if (!found) return null
  const { full_name: name, own_email } = found
  if (!found.id)
    return { userId: null, name, email: own_email, standing: { state: 'none', at: null } }
  const standings = await invitationsOf(admin, [found.id])
  const standing = standings.get(found.id) ?? { state: 'none', at: null }
  return { userId: found.id, name, email: found.email ?? own_email, standing }
}
