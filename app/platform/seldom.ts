const quietMs = 30_000
/** What differs in its words each time must not be kept for ever. */
const mostKinds = 50

/**
 * For what is said again and again while something is down: of each kind `say` is called at once, and then at most every 30
 * seconds, with how often it was left unsaid meanwhile.
 */
export function seldom(): (kind: string, say: (unsaid: number | undefined) => void) => void {
  const kinds = new Map<string, { since: number; unsaid: number }>()
  return (kind, say) => {
    const known = kinds.get(kind)
    const now = performance.now()
    if (known && now - known.since < quietMs) {
      known.unsaid += 1
      return
    }
    say(known?.unsaid || undefined)
    if (!known && kinds.size >= mostKinds) kinds.clear()
    kinds.set(kind, { since: now, unsaid: 0 })
  }
}
