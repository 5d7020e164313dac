import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import {
  type InvitationLinkShown,
  showInvitationLink,
} from '../accounts/recovery/show-mail-link.server.ts'
import { openAccount } from './add-investor.server.ts'
import { lockAudienceForNewInvestor } from './audience-lock.server.ts'

/** Refused when unknown, archived, with an account, or when another account has the address. */
export type InvestorInvited =
  | { invited: true }
  | { refused: 'unknown' | 'not-pending' | 'email-in-use' | 'key-reused' }

type InvitationInput = { key: string; investorId: string }

/** Opens a pending account for an imported investor and emails the invitation. Publishes investor.added. */
export function inviteInvestor(
  admin: AdminActor,
  { key, investorId }: InvitationInput,
): Promise<InvestorInvited> {
  return exactlyOnce(
    admin,
    'invite-investor',
    key,
    { investorId },
    async (): Promise<InvestorInvited> => {
      const opened = await openInvestorAccount(admin, investorId, { isMailed: true })
      return 'refused' in opened ? opened : { invited: true }
    },
  )
}

type AccountOpened = { userId: string } | { refused: 'unknown' | 'not-pending' | 'email-in-use' }

/** Opens a pending account; `isMailed` also queues the invitation. Publishes investor.added. */
export async function openInvestorAccount(
  admin: AdminActor,
  investorId: string,
  { isMailed }: { isMailed: boolean },
): Promise<AccountOpened> {
  await lockAudienceForNewInvestor(admin)
  const investor = await admin.tx
    .selectFrom('investor')
    .select(['full_name', 'email', 'user_id', 'archived_at'])
    .where('id', '=', investorId)
    .forUpdate()
    .executeTakeFirst()
  if (!investor || investor.archived_at) return { refused: 'unknown' }
  if (investor.user_id) return { refused: 'not-pending' }
  await sql`select pg_advisory_xact_lock(hashtext(${`email:${investor.email}`}))`.execute(admin.tx)
  const holder = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select('id')
    .where('email', '=', investor.email)
    .executeTakeFirst()
  if (holder) return { refused: 'email-in-use' }
  const userId = await openAccount(admin, investor.full_name, investor.email)
  await admin.tx
    .updateTable('investor')
    .set({ user_id: userId })
    .where('id', '=', investorId)
    .execute()
  await publish(admin, { kind: 'investor.added', investorId, userId, invited: isMailed })
  return { userId }
}

/** An invitation link to pass on; opens the account if needed. See handOutInvitation. */
export async function handOutInvestorInvitation(
  admin: AdminActor,
  { investorId, userId }: { investorId: string; userId: string | null },
): Promise<InvitationLinkShown | { refused: 'email-in-use' }> {
  if (userId !== null) return showInvitationLink(admin, userId)
  const opened = await openInvestorAccount(admin, investorId, { isMailed: false })
  return 'refused' in opened ? opened : showInvitationLink(admin, opened.userId)
}
