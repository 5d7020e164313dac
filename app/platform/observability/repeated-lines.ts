const quietMs = 60_000
/** Errors that differ each time must not fill the memory. */
const mostKinds = 200
/** The number of request ids in a line about repetitions. */
const mostIds = 50

type Line = Record<string, unknown>
type Kind = { line: Line; repeated: number; requestIds: string[]; timer: NodeJS.Timeout }

/**
 * Writes each kind of line at most once a minute: the first in full, then the latest with its count
 * and request ids. `flush` writes what is due.
 */
export function repeatedLines(write: (line: Line) => void) {
  const kinds = new Map<string, Kind>()
  const writeRepeats = ({ line, repeated, requestIds }: Kind) => {
    if (repeated === 0) return
    const { requestId: _, ...rest } = line
    write({ ...rest, repeated, ...(requestIds.length > 0 && { requestIds }) })
  }
  const watch = (name: string, line: Line) => {
    const timer = setTimeout(() => endOf(name), quietMs)
    timer.unref?.()
    kinds.set(name, { line, repeated: 0, requestIds: [], timer })
  }
  const endOf = (name: string) => {
    const kind = kinds.get(name)
    kinds.delete(name)
    if (!kind) return
    writeRepeats(kind)
    if (kind.repeated > 0) watch(name, kind.line)
  }
  const flush = () => {
    for (const kind of kinds.values()) {
      clearTimeout(kind.timer)
      writeRepeats(kind)
    }
    kinds.clear()
  }
  return {
    flush,
    add: (name: string, line: Line) => {
      const kind = kinds.get(name)
      if (!kind) {
        if (kinds.size >= mostKinds) flush()
        write(line)
        watch(name, line)
        return
      }
      kind.line = line
      kind.repeated += 1
      if (typeof line.requestId === 'string' && kind.requestIds.length < mostIds)
        kind.requestIds.push(line.requestId)
    },
  }
}
