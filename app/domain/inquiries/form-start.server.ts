import { timingSafeEqual } from 'node:crypto'
import { clock } from '../../platform/clock.server.ts'
import { keyedHash } from '../../platform/session/keyed-hash.server.ts'

const leastSeconds = 3
/** A form may stay open for a day; longer would help robots collect start times. */
const mostSeconds = 24 * 60 * 60

/** A signed timestamp for a form to send back: milliseconds, a dot, an HMAC. */
export function signFormStart(): string {
  const startedAt = String(clock.now().getTime())
  return `${startedAt}.${keyedHash('inquiry form-start', startedAt)}`
}

/**
 * How fast a form was filled in: `quickly` is under three seconds, which no person manages;
 * `unknown` without a valid timestamp of the last day.
 */
export function fillingPace(note: string): 'calmly' | 'quickly' | 'unknown' {
  const [startedAt = '', hash = ''] = note.split('.')
  const right = Buffer.from(keyedHash('inquiry form-start', startedAt))
  const given = Buffer.from(hash)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'unknown'
  const seconds = (clock.now().getTime() - Number(startedAt)) / 1000
  if (seconds > mostSeconds) return 'unknown'
  return seconds < leastSeconds ? 'quickly' : 'calmly'
}
