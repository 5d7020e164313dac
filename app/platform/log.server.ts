import { clock } from './clock.server.ts'
import { config } from './config.server.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]
/** Ids, counts and states. Never names, addresses, tokens, amounts or query strings. */
type Facts = Record<string, string | number | boolean | null | undefined>

function write(level: Level, message: string, facts: Facts) {
  if (levels.indexOf(level) < levels.indexOf(config.logLevel)) return
  process.stderr.write(`${JSON.stringify({ at: clock.now().toISOString(), level, message, ...facts })}\n`)
}

/** One JSON line per happening on standard error; standard output belongs to what a person at the terminal reads. */
export const log = {
  debug: (message: string, facts: Facts = {}) => write('debug', message, facts),
  info: (message: string, facts: Facts = {}) => write('info', message, facts),
  warn: (message: string, facts: Facts = {}) => write('warn', message, facts),
  /** With the fault's own words and stack, for whoever mends it. */
  error: (message: string, fault: unknown, facts: Facts = {}) =>
    write('error', message, {
      ...facts,
      fault: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault),
    }),
}

/** The path of a request without what must not be logged: its query, and the token of a mailed link. */
export function pathForLog(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/(invitation|confirm|verify)\/.+/, '/$1/…')
}
