import { sql } from 'kysely'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { counter } from '../../../platform/observability/metrics.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'

/** Why somebody was not let in, or not believed to be who they are. */
export type RefusalReason = 'wrong' | 'unconfirmed' | 'inactive' | 'wrong-code'

const refused = counter(
  'msingi_sign_in_refusals_total',
  'Refused sign-ins and confirmations, by the reason.',
  ['why'],
)

/** Counts an attempt that has to wait: it is no row of the audit log. */
export function countDelayedAttempt(): void {
  refused.inc({ why: 'too-many' })
}

/**
 * Logs a refused sign-in, with its second factor: for which account, from where and why, as the act of a guest, because
 * nobody has proven who it was. The address that was typed is not kept when no account has it, and the statement is the
 * same then, so that the time tells nothing. The limits bound how many such rows there can be: an attempt that has to
 * wait is no row.
 */
export async function recordFailure(
  email: string,
  clientAddress: string | undefined,
  why: RefusalReason,
): Promise<void> {
  refused.inc({ why })
  await authDatabase.transaction().execute(async (tx) => {
    await sql`select set_config('app.actor', 'guest', true), set_config('app.user_id', '', true),
      set_config('app.client_address', ${clientAddress ?? ''}, true)`.execute(tx)
    await sql`select app.audit_act('sign-in-refused', 'user', (select id::text from "user" where email = ${email}),
      ${JSON.stringify({ why })}::jsonb)`.execute(tx)
  })
}

/**
 * Logs that somebody who is signed in did not prove who they are, when they were asked before an act: as their own, because
 * it is their session that it was done with. The limits bound these rows as well.
 */
export async function recordFailedConfirmation(
  { role, userId, clientAddress }: Pick<RequestUser, 'role' | 'userId' | 'clientAddress'>,
  why: Extract<RefusalReason, 'wrong' | 'wrong-code'>,
): Promise<void> {
  refused.inc({ why })
  await authDatabase.transaction().execute(async (tx) => {
    await sql`select set_config('app.actor', ${role}, true), set_config('app.user_id', ${userId}, true),
      set_config('app.client_address', ${clientAddress ?? ''}, true)`.execute(tx)
    await sql`select app.audit_act('confirm-refused', 'user', ${userId}, ${JSON.stringify({ why })}::jsonb)`.execute(
      tx,
    )
  })
}
