import type { LogEvent } from 'kysely'
import { config } from '../config.server.ts'
import { log } from '../observability/log.server.ts'

const longestText = 2_000

/**
 * A statement as the log may keep it: on one line, with nothing between its quotes. Its parameters are not in it.
 * @internal
 */
export function statementForLog(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestText)
}

/** Logs a statement that took SLOW_QUERY_MS or longer; 0 logs none. Queries asked before it on its connection count too. */
export function logIfSlow(text: string, ms: number): void {
  if (config.slowQueryMs === 0 || ms < config.slowQueryMs) return
  log.warn('slow query', { ms: Math.round(ms), statement: statementForLog(text) })
}

/** The same for what Kysely reports of each of its queries. */
export function logSlowQuery({ query, queryDurationMillis }: LogEvent): void {
  logIfSlow(query.sql, queryDurationMillis)
}
