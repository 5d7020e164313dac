import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import { audit } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'

/** Within this time another page belongs to the same view. */
const viewMs = 30 * 60_000

/**
 * Audits that an administrator views an investor's portal, once per 30 minutes. Refused for an
 * unknown investor; archived ones can be viewed.
 */
export async function logView(
  admin: AdminActor,
  investorId: string,
): Promise<{ noted: true } | { refused: 'not-found' }> {
  if (!isId(investorId)) return { refused: 'not-found' }
  const investor = await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', investorId)
    .executeTakeFirst()
  if (!investor) return { refused: 'not-found' }
  // A page makes several concurrent requests.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`view ${admin.userId} ${investorId}`}, 0))`.execute(
    admin.tx,
  )
  const noted = await admin.tx
    .selectFrom('audit_log')
    .select('id')
    .where('actor_id', '=', admin.userId)
    .where('act', '=', 'view')
    .where('subject', '=', 'investor')
    .where('subject_id', '=', investorId)
    .where('at', '>', new Date(clock.now().getTime() - viewMs))
    .executeTakeFirst()
  if (!noted) await audit(admin, 'view', 'investor', investorId)
  return { noted: true }
}

/** The name of the portal's investor, in view mode too. */
export async function findOwner(reader: InvestorReader): Promise<{ name: string }> {
  const { full_name } = await reader.tx
    .selectFrom('investor')
    .select('full_name')
    .where('id', '=', reader.investorId)
    .executeTakeFirstOrThrow()
  return { name: full_name }
}
