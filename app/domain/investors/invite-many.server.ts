import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { invitationsOf } from '../accounts/invitations/invitation-state.server.ts'
import { requestInvitation } from '../accounts/invitations/resend-invitation.server.ts'
import { type InvestorSearch, investorIds } from './investors.server.ts'
import { openInvestorAccount } from './invite-investor.server.ts'

/** A selection, the investors of an import, or all that match a search. */
export type InvitationScope =
  | { ids: string[] }
  | { importId: string }
  | { search: Omit<InvestorSearch, 'page'> }

/** `userId` is null where the account is still to be opened. */
export type Invitable = { investorId: string; userId: string | null; name: string; email: string }

/** The rest follows with the next call. */
export const mostInvited = 500

const openStates = new Set(['sending', 'held', 'trying', 'sent'])

/** Who can be invited, by name. `open` have an open invitation or one on its way; `others` need none. */
export async function findInvitable(
  admin: AdminActor,
  scope: InvitationScope,
): Promise<{ ready: Invitable[]; open: Invitable[]; others: number }> {
  const ids = await idsOf(admin, scope)
  const rows = await admin.tx
    .selectFrom('investor')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'investor.user_id')
    .select(['investor.id', 'investor.user_id', 'investor.full_name', 'investor.email'])
    .where(sql<SqlBool>`investor.id = any(${ids}::uuid[])`)
    .where('investor.archived_at', 'is', null)
    .where((row) =>
      row.or([
        row('account.status', '=', 'pending'),
        row.and([
          row('investor.user_id', 'is', null),
          row('investor.own_status', '<>', 'inactive'),
        ]),
      ]),
    )
    .orderBy('investor.full_name')
    .orderBy('investor.id')
    .execute()
  const states = await invitationsOf(
    admin,
    rows.flatMap((row) => row.user_id ?? []),
  )
  const people = rows.map((row) => ({
    investorId: row.id,
    userId: row.user_id,
    name: row.full_name,
    email: row.email,
    isOpen: openStates.has(states.get(row.user_id ?? '')?.state ?? 'none'),
  }))
  const of = (isOpen: boolean) =>
    people.filter((person) => person.isOpen === isOpen).map(({ isOpen: _, ...person }) => person)
  return { ready: of(false), open: of(true), others: ids.length - rows.length }
}

function idsOf(admin: AdminActor, scope: InvitationScope): Promise<string[]> {
  if ('search' in scope) return investorIds(admin, scope.search)
  return admin.tx
    .selectFrom('investor')
    .select('id')
    .where((row) =>
      'ids' in scope
        ? sql<SqlBool>`id = any(${scope.ids}::uuid[])`
        : row('import_id', '=', scope.importId),
    )
    .execute()
    .then((rows) => rows.map(({ id }) => id))
}

/** `kept` are open invitations that stayed. */
export type InvitationsSent =
  | { sent: number; notSent: number; left: number; kept: number }
  | { refused: 'key-reused' }

/**
 * Invites up to 500 investors in one query, opening accounts where needed; `again` replaces open
 * invitations. Idempotent per key. Publishes investor.added or invitation.requested for each.
 */
export function sendInvitations(
  admin: AdminActor,
  { key, scope, again }: { key: string; scope: InvitationScope; again: boolean },
): Promise<InvitationsSent> {
  return exactlyOnce(
    admin,
    'send-invitations',
    key,
    { scope: JSON.stringify(scope), again },
    async () => {
      const { ready, open } = await findInvitable(admin, scope)
      const all = again ? [...ready, ...open] : ready
      let sent = 0
      for (const { investorId, userId } of all.slice(0, mostInvited)) {
        const answer = userId
          ? await requestInvitation(admin, userId)
          : await openInvestorAccount(admin, investorId, { isMailed: true })
        if (!('refused' in answer)) sent += 1
      }
      const tried = Math.min(all.length, mostInvited)
      return {
        sent,
        notSent: tried - sent,
        left: all.length - tried,
        kept: again ? 0 : open.length,
      }
    },
  )
}
