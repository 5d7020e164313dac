import { sql } from 'kysely'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import { counter } from '../../../platform/observability/metrics.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'

export type RefusalReason =
  | 'wrong'
  | 'unconfirmed'
  | 'inactive'
  | 'wrong-code'
  | 'wrong-passkey'
  | 'copied-passkey'
  | 'passkey-expired'
  | 'provider'

const refused = counter(
  'msingi_sign_in_refusals_total',
  'Refused sign-ins and confirmations, by the reason.',
  ['why'],
)

/** Counts an attempt that has to wait; it is not audited. */
export function countDelayedAttempt(): void {
  refused.inc({ why: 'too-many' })
}

/**
 * Audits a refused sign-in as the act of a guest. An unknown address is not stored, and the same statements run, so
 * that timing reveals nothing.
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

/** Audits that a signed-in person failed to confirm their identity, under their own name. */
export async function recordFailedConfirmation(
  { role, userId, clientAddress }: Pick<RequestUser, 'role' | 'userId' | 'clientAddress'>,
  why: Exclude<RefusalReason, 'unconfirmed' | 'inactive' | 'provider'>,
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
