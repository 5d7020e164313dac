import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isFormPending } from '../fields/pending-forms.ts'
import { setSharedCookie } from './cookies.ts'
import { interactNow } from './first-interaction.ts'
import { isKnownLost, lastReadBegan, onPageKept } from './keep-page.ts'
import { pauseBeforeRetry, whenToApply } from './live-schedule.ts'
import { listen } from './live-stream.ts'

/** The interval of checks whether a sent form has its response. */
const formPauseMs = 200

type Props = {
  url: string
  /** When the page was read, by the server's clock. */
  readAt: Date
  /** The minimum pause between refreshes of a busy list. */
  atMostEveryMs?: number
}

/**
 * Reloads the page's data on server events and retries until it succeeds. Its requests carry the
 * cookie `live`, so that they do not renew the session.
 */
export function LiveUpdates({ url, readAt, atMostEveryMs = 0 }: Props) {
  const { revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => marked(revalidate))
  // An offline copy is always read again.
  const readMs = useEffectEvent(() => (isKnownLost() ? 0 : readAt.getTime()))

  useEffect(() => {
    const schedule = scheduler(refresh, atMostEveryMs)
    const stopListening = listen(url, readMs, schedule.changed)
    const stopHearing = onPageKept(schedule.kept)
    window.addEventListener('online', schedule.retryNow)
    document.addEventListener('visibilitychange', schedule.retryNow)
    return () => {
      stopListening()
      stopHearing()
      window.removeEventListener('online', schedule.retryNow)
      document.removeEventListener('visibilitychange', schedule.retryNow)
      schedule.stop()
    }
  }, [url, atMostEveryMs])

  return null
}

function scheduler(refresh: () => Promise<void>, atMostEveryMs: number) {
  let first: number | undefined
  /** This page's share of the spread, from 0 to 1, and the resulting delay. */
  let place = 0
  let spreadMs = 0
  let appliedLast: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The time of the latest change that no reload has covered yet. */
  let owed: number | undefined
  let failures = 0
  let isStopped = false

  const wait = (ms: number) => {
    clearTimeout(timer)
    if (!isStopped) timer = setTimeout(run, ms)
  }
  const run = async () => {
    if (isFormPending()) return wait(formPauseMs)
    first = undefined
    appliedLast = performance.now()
    await refresh()
    // A later change has its own time.
    if (owed === undefined || first !== undefined) return
    if (lastReadBegan() >= owed) {
      owed = undefined
      failures = 0
    } else {
      // Randomised, so that clients refused together do not return together.
      wait(pauseBeforeRetry(failures) * (0.5 + Math.random()))
      failures += 1
    }
  }
  const changed = (overMs: number) => {
    const last = performance.now()
    if (first === undefined) place = Math.random()
    // A smaller crowd's change does not wait for a larger one's and covers it too.
    if (first === undefined || place * overMs < spreadMs) {
      first = last
      spreadMs = place * overMs
    }
    owed = last
    failures = 0
    wait(whenToApply({ first, last, spreadMs, appliedLast, atMostEveryMs }) - last)
  }
  /** The reload failed, so the change is still pending. */
  const kept = () => {
    if (owed !== undefined) return
    owed = performance.now()
    wait(pauseBeforeRetry(0))
  }
  const retryNow = () => {
    if (owed === undefined || document.visibilityState !== 'visible') return
    failures = 0
    wait(0)
  }
  const stop = () => {
    isStopped = true
    clearTimeout(timer)
  }
  return { changed, kept, retryNow, stop }
}

/** Short-lived, in case the page is closed before the response. */
async function marked(refresh: () => Promise<void>) {
  // Parts that wait for an interaction would hold back the new data.
  interactNow()
  setSharedCookie('live', '1', 'max-age=10')
  await refresh()
  setSharedCookie('live', '', 'max-age=0')
}
