import type { LogEvent } from 'kysely'
import { config } from '../config.server.ts'
import { log } from '../observability/log.server.ts'

const longestText = 2_000

/** A statement on one line with quoted literals removed; parameters are not part of it. @internal */
export function statementForLog(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestText)
}

/** Logs a statement that took SLOW_QUERY_MS or longer; 0 turns it off. The time includes queries queued before it. */
export function logIfSlow(text: string, ms: number): void {
  if (config.slowQueryMs === 0 || ms < config.slowQueryMs) return
  log.warn('slow query', { ms: Math.round(ms), statement: statementForLog(text) })
}

export function logSlowQuery({ query, queryDurationMillis }: LogEvent): void {
  logIfSlow(query.sql, queryDurationMillis)
}
