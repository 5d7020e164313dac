import { AsyncLocalStorage } from 'node:async_hooks'
import { clock } from '../clock.server.ts'
import { config } from '../config.server.ts'
import { beginningOf, redactLogText } from './redact-log-text.ts'
import { repeatedLines } from './repeated-lines.ts'

const levels = ['debug', 'info', 'warn', 'error'] as const
type Level = (typeof levels)[number]
/** Ids, counts and states. Never names, addresses, tokens, amounts or query strings. */
type Facts = Record<string, string | number | boolean | null | undefined>

const requests = new AsyncLocalStorage<string>()

/** Every line logged within `work` carries the request's id. */
export function inRequest<Result>(requestId: string, work: () => Result): Result {
  return requests.run(requestId, work)
}

/** The current request's id; undefined in workers and at start. */
export function presentRequestId(): string | undefined {
  return requests.getStore()
}

function write(line: Record<string, unknown>) {
  const clean = (_: string, value: unknown) =>
    typeof value === 'string' ? redactLogText(value) : value
  process.stderr.write(`${JSON.stringify(line, clean)}\n`)
}

const repeated = repeatedLines(write)
process.once('exit', repeated.flush)

/** Lines of the same `kind` are merged; without one each line is written. */
function add(level: Level, message: string, facts: Facts, kind?: string) {
  if (levels.indexOf(level) < levels.indexOf(config.logLevel)) return
  const line = {
    at: clock.now().toISOString(),
    level,
    message,
    requestId: presentRequestId(),
    ...facts,
  }
  if (kind === undefined) write(line)
  else repeated.add(`${level} ${message} ${kind}`, line)
}

/** Ids differ for the same error. */
const ids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/** A line's facts without figures and ids. */
const wordsIn = (facts: Facts) =>
  JSON.stringify(facts, (_, value) => (typeof value === 'number' ? undefined : value)).replace(
    ids,
    '',
  )

/** The message and first stack frame; the rest differs between pages. */
const originOf = (fault: string) =>
  (/^[\s\S]*?\n +at .*$/m.exec(fault)?.[0] ?? fault).replace(ids, '')

/** Writes the next line of each kind in full. @internal */
export const flushRepeatedLines = repeated.flush

/** JSON lines on standard error; equal warnings and errors once a minute. */
export const log = {
  debug: (message: string, facts: Facts = {}) => add('debug', message, facts),
  info: (message: string, facts: Facts = {}) => add('info', message, facts),
  warn: (message: string, facts: Facts = {}) => add('warn', message, facts, wordsIn(facts)),
  /** With the error's message and stack. */
  error: (message: string, fault: unknown, facts: Facts = {}) => {
    const words = wordsOf(fault)
    const { path: _, ...others } = facts
    add('error', message, { ...facts, fault: words }, `${wordsIn(others)} ${originOf(words)}`)
  },
}

function wordsOf(fault: unknown): string {
  if (fault instanceof Error) return fault.stack ?? fault.message
  // pg-boss reports errors as objects that only have a message.
  const { message } = (typeof fault === 'object' && fault !== null ? fault : {}) as {
    message?: unknown
  }
  return typeof message === 'string' ? message : String(fault)
}

/** Long enough for pages; a guest may send thousands of characters. */
const longestPath = 256

/** The path of a request without the query or the token of an emailed link. */
export function pathForLog(request: Request): string {
  return redactLogText(beginningOf(new URL(request.url).pathname, longestPath))
}
