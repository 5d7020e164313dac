import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isFormPending } from '../fields/pending-forms.ts'
import { setSharedCookie } from './cookies.ts'
import { lastReadBegan, onPageKept } from './keep-page.ts'
import { pauseBeforeRetry, whenToApply } from './live-schedule.ts'
import { listen } from './live-stream.ts'

/** How long a refresh waits before it looks again whether the form that was sent has its answer. */
const formPauseMs = 200

type Props = {
  /** The stream of the person who is signed in. */
  url: string
  /** The pause between two refreshes of a busy list: 3000 for Manage Investors and Manage Investments (RT-007). */
  atMostEveryMs?: number
}

/**
 * Reads the page's loaders again when the server says that something changed, and goes on trying until it could: the last
 * change always arrives (decisions §6). The stream carries no contents. Requests made for it carry the cookie `live`, by
 * which the server knows not to renew the session.
 */
export function LiveUpdates({ url, atMostEveryMs = 0 }: Props) {
  const { revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => marked(revalidate))

  useEffect(() => {
    const schedule = scheduler(refresh, atMostEveryMs)
    const stopListening = listen(url, schedule.changed)
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
  /** This page's place among those that are told together, from 0 to 1, and how much later that makes it. */
  let place = 0
  let spreadMs = 0
  let appliedLast: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the last change was heard of that no reading of the page has brought yet. */
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
    // A change heard meanwhile has its own time already.
    if (owed === undefined || first !== undefined) return
    if (lastReadBegan() >= owed) {
      owed = undefined
      failures = 0
    } else {
      // Those whom a busy server refused together do not come back together.
      wait(pauseBeforeRetry(failures) * (0.5 + Math.random()))
      failures += 1
    }
  }
  const changed = (overMs: number) => {
    const last = performance.now()
    if (first === undefined) place = Math.random()
    // What concerns fewer does not wait with what was told to a crowd before it, and brings that too.
    if (first === undefined || place * overMs < spreadMs) {
      first = last
      spreadMs = place * overMs
    }
    owed = last
    failures = 0
    wait(whenToApply({ first, last, spreadMs, appliedLast, atMostEveryMs }) - last)
  }
  /** What is on screen was not read: a refresh of our own says so itself, by what is still owed. */
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

/** A short life of its own, in case the page goes away in between. */
async function marked(refresh: () => Promise<void>) {
  setSharedCookie('live', '1', 'max-age=10')
  await refresh()
  setSharedCookie('live', '', 'max-age=0')
}
