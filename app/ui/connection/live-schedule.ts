/** How long it must be quiet before a change is applied, and how long the first change waits at most (decisions §6). */
const quietMs = 1000
const patienceMs = 1500

/**
 * When the changes heard so far are applied: after 1000 ms of quiet, at most 1500 ms after the first one, `spreadMs` later
 * when a crowd was told of them together, and never sooner than `atMostEveryMs` after the last time. All in milliseconds
 * of one clock.
 */
export function whenToApply(heard: {
  first: number
  last: number
  spreadMs?: number
  appliedLast: number | undefined
  atMostEveryMs: number
}): number {
  const wanted = Math.min(heard.last + quietMs, heard.first + patienceMs) + (heard.spreadMs ?? 0)
  return heard.appliedLast === undefined
    ? wanted
    : Math.max(wanted, heard.appliedLast + heard.atMostEveryMs)
}

const firstRetryMs = 1000
const slowestRetryMs = 60_000

/** How long a refresh that failed so often before waits until it is tried again, in milliseconds: longer each time. */
export function pauseBeforeRetry(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, slowestRetryMs)
}
