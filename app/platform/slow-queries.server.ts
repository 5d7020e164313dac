import pg from 'pg'
import { config } from './config.server.ts'
import { log } from './log.server.ts'

const longestText = 2_000

/**
 * A statement as the log may keep it: on one line, with nothing between its quotes. Its parameters are not in it, and what
 * the opening of a transaction quotes are ids and the client address.
 * @internal
 */
export function statementForLog(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'…'")
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestText)
}

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  const { text } = (query ?? {}) as { text?: unknown }
  return typeof text === 'string' ? text : ''
}

/**
 * A connection that logs each statement which took SLOW_QUERY_MS or longer, from asking to its answer: what was asked
 * before it on the same connection counts too.
 */
export class WatchedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight forms of this, and they are passed on as they are.
  override query(...given: any[]): any {
    const query = super.query as (...all: unknown[]) => unknown
    if (config.slowQueryMs === 0) return query.apply(this, given)
    const began = performance.now()
    const end = () => tellIfSlow(given[0], performance.now() - began)
    const last = given.at(-1)
    if (typeof last === 'function') {
      const told = (...answer: unknown[]) => {
        end()
        last(...answer)
      }
      return query.apply(this, [...given.slice(0, -1), told])
    }
    const answer = query.apply(this, given)
    if (answer instanceof Promise) answer.then(end, end)
    return answer
  }
}

function tellIfSlow(query: unknown, ms: number) {
  if (ms < config.slowQueryMs) return
  log.warn('slow query', { ms: Math.round(ms), statement: statementForLog(textOf(query)) })
}
