/** The quiet time before a change is applied, and the maximum wait. */
const quietMs = 1000
const longestDelayMs = 1500

/**
 * When to apply changes: after 1000 ms of quiet, at most 1500 ms after the first, plus `spreadMs`
 * for a crowd, and at least `atMostEveryMs` after the last time. Milliseconds of one clock.
 */
export function whenToApply(heard: {
  first: number
  last: number
  spreadMs?: number
  appliedLast: number | undefined
  atMostEveryMs: number
}): number {
  const wanted =
    Math.min(heard.last + quietMs, heard.first + longestDelayMs) + (heard.spreadMs ?? 0)
  return heard.appliedLast === undefined
    ? wanted
    : Math.max(wanted, heard.appliedLast + heard.atMostEveryMs)
}

const firstRetryMs = 1000
const slowestRetryMs = 60_000

/** The growing pause before a failed refresh is retried, in milliseconds. */
export function pauseBeforeRetry(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, slowestRetryMs)
}
