import { timingSafeEqual } from 'node:crypto'
import { clock } from '../../platform/clock.server.ts'
import { keyedHash } from '../../platform/session/keyed-hash.server.ts'

const leastSeconds = 3
/** Longer than someone leaves a form open, and too short to collect start times for later. */
const mostSeconds = 24 * 60 * 60

/** A signed note of the present moment, for a form to bring back: milliseconds, a dot, a hash. */
export function signFormStart(): string {
  const startedAt = String(clock.now().getTime())
  return `${startedAt}.${keyedHash('inquiry form-start', startedAt)}`
}

/**
 * How a form was filled in by the note it brought back: `quickly` in under three seconds, which no person does.
 * Without a note of ours, or with one of another day, no one can say: `unknown`.
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
