import { log } from './log.server.ts'

const quietMs = 30_000
/** Faults whose words differ each time must not be kept for ever. */
const mostKinds = 50

/**
 * Logs faults that come again and again while something is down: each kind at once, and then at most every 30 seconds with
 * how often it came meanwhile (`unsaid`). Two faults with the same words are of one kind.
 */
export function logSeldom(message: string): (fault: { message: string }) => void {
  const kinds = new Map<string, { since: number; unsaid: number }>()
  return (fault) => {
    const known = kinds.get(fault.message)
    const now = performance.now()
    if (known && now - known.since < quietMs) {
      known.unsaid += 1
      return
    }
    log.error(message, fault, known && known.unsaid > 0 ? { unsaid: known.unsaid } : {})
    if (kinds.size >= mostKinds) kinds.clear()
    kinds.set(fault.message, { since: now, unsaid: 0 })
  }
}
