import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import { openAccount } from './add-investor.server.ts'
import { joinEverybody } from './everybody.server.ts'

/** Invited; or who cannot be: gone, archived or with an account by now, or an account of somebody else has the address. */
export type InvestorInvited = { invited: true } | { refused: 'unknown' | 'not-pending' | 'email-in-use' | 'key-reused' }

/**
 * Opens the account of an investor who came by an import and has none yet, pending as for anybody who is added, and mails
 * the invitation (decisions §4). Publishes investor.added.
 */
export function inviteInvestor(
  admin: AdminActor,
  { key, investorId }: { key: string; investorId: string },
): Promise<InvestorInvited> {
  return exactlyOnce(admin, 'invite-investor', key, { investorId }, async (): Promise<InvestorInvited> => {
    await joinEverybody(admin)
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
    await admin.tx.updateTable('investor').set({ user_id: userId }).where('id', '=', investorId).execute()
    await publish(admin, { kind: 'investor.added', investorId, userId, invited: true })
    return { invited: true }
  })
}
