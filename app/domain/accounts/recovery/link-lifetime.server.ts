import { sql } from 'kysely'
import type { Actor } from '../../../platform/database/database.server.ts'
import { counted } from '../../../values/counted.ts'

/** The configured lifetime of a recovery or confirmation link in words: `24 hours`, `3 days`. */
export async function linkLifetime(
  actor: Actor,
  purpose: 'recovery' | 'confirmation',
): Promise<string> {
  const { hours } = await actor.tx
    .selectFrom('installation')
    .select(
      sql<number>`(extract(epoch from ${sql.ref(`${purpose}_lifetime`)}) / 3600)::int`.as('hours'),
    )
    .executeTakeFirstOrThrow()
  return hours > 48 && hours % 24 === 0 ? counted(hours / 24, 'day') : counted(hours, 'hour')
}
