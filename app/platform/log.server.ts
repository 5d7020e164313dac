import { AsyncLocalStorage } from 'node:async_hooks'
import { clock } from './clock.server.ts'
import { config } from './config.server.ts'
import { beginningOf, withoutPersonal } from './without-personal.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]
/** Ids, counts and states. Never names, addresses, tokens, amounts or query strings. */
type Facts = Record<string, string | number | boolean | null | undefined>

const requests = new AsyncLocalStorage<string>()

/** Does the work of one request: every line that is logged meanwhile, however deep, carries its id. */
export function inRequest<Result>(requestId: string, work: () => Result): Result {
  return requests.run(requestId, work)
}

/** The id of the request that is being answered here; none in the worker and at the start. */
export function presentRequestId(): string | undefined {
  return requests.getStore()
}

function write(level: Level, message: string, facts: Facts) {
  if (levels.indexOf(level) < levels.indexOf(config.logLevel)) return
  const line = { at: clock.now().toISOString(), level, message, requestId: presentRequestId(), ...facts }
  const clean = (_: string, value: unknown) => (typeof value === 'string' ? withoutPersonal(value) : value)
  process.stderr.write(`${JSON.stringify(line, clean)}\n`)
}

/** One JSON line per happening on standard error; standard output belongs to what a person at the terminal reads. */
export const log = {
  debug: (message: string, facts: Facts = {}) => write('debug', message, facts),
  info: (message: string, facts: Facts = {}) => write('info', message, facts),
  warn: (message: string, facts: Facts = {}) => write('warn', message, facts),
  /** With the fault's own words and stack, for whoever mends it. */
  error: (message: string, fault: unknown, facts: Facts = {}) =>
    write('error', message, { ...facts, fault: wordsOf(fault) }),
}

function wordsOf(fault: unknown): string {
  if (fault instanceof Error) return fault.stack ?? fault.message
  // pg-boss tells of its faults by objects that only have a message.
  const { message } = (typeof fault === 'object' && fault !== null ? fault : {}) as { message?: unknown }
  return typeof message === 'string' ? message : String(fault)
}

/** Enough to tell the page; a guest may send one of thousands of characters. */
const longestPath = 256

/** The path of a request without what must not be logged: its query, and the token of a mailed link. */
export function pathForLog(request: Request): string {
  return withoutPersonal(beginningOf(new URL(request.url).pathname, longestPath))
}
