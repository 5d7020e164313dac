import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor, InvestorReader } from '../../platform/database/database.server.ts'

/** A visit ends after this time without a page. */
const gapMs = 30 * 60_000
/** What counts as news in a first visit. */
const recentMs = 30 * 24 * 60 * 60_000
/** The visit's time is updated at most this often. */
const notedForMs = 60_000

/** `last` is the end of the previous visit; `isNoted`: updated within the last minute. */
export type Visit = { last: Date | null; isNoted: boolean }

/** The current visit of the portal's investor; read-only, so view mode changes nothing. */
export async function visitOf(reader: InvestorReader): Promise<Visit> {
  const row = await reader.tx
    .selectFrom('portal_visit')
    .select(['last_seen_at', 'former_seen_at'])
    .where('investor_id', '=', reader.investorId)
    .executeTakeFirst()
  if (!row) return { last: null, isNoted: false }
  const since = clock.now().getTime() - row.last_seen_at.getTime()
  return {
    last: since > gapMs ? row.last_seen_at : row.former_seen_at,
    isNoted: since < notedForMs,
  }
}

/** News since the end of the last visit; in a first visit, since thirty days ago. */
export function newsSinceVisit({ last }: Visit): Date {
  return last ?? new Date(clock.now().getTime() - recentMs)
}

/** Stores that the investor is in the portal. A visit ends after half an hour without a page. */
export async function recordVisit(investor: InvestorActor): Promise<void> {
  const now = clock.now()
  await sql`
    insert into portal_visit as kept (investor_id, last_seen_at) values (${investor.investorId}, ${now})
    on conflict (investor_id) do update set
      former_seen_at = case when kept.last_seen_at < ${new Date(now.getTime() - gapMs)} then kept.last_seen_at
        else kept.former_seen_at end,
      last_seen_at = excluded.last_seen_at
    where kept.last_seen_at < ${new Date(now.getTime() - notedForMs)}`.execute(investor.tx)
}
