import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor, InvestorReader } from '../../platform/database/database.server.ts'

/** After so long without a page the next one begins another visit. */
const gapMs = 30 * 60_000
/** What counts as recent for someone on their first visit. */
const recentMs = 30 * 24 * 60 * 60_000
/** The visit under way is noted at most once in this time. */
const notedForMs = 60_000

/**
 * How the visit under way stands: `last` is when the one before it ended, null in the first; `isNoted` whether it was
 * noted within the last minute.
 */
export type Visit = { last: Date | null; isNoted: boolean }

/** The visit under way of the investor whose portal this is. Reading it moves nothing, for who looks on neither. */
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

/** From when on something is news: from the end of the last visit, in the first visit from thirty days ago. */
export function newsSinceVisit({ last }: Visit): Date {
  return last ?? new Date(clock.now().getTime() - recentMs)
}

/**
 * Notes that the investor is in the portal. A visit ends when no page was asked for in half an hour; its end is
 * then kept as the last visit. Two pages at once note the same visit. Publishes nothing: it concerns no one else.
 */
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
