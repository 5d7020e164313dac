import { useEffect, useEffectEvent } from 'react'
import { useRevalidator } from 'react-router'
import { isFormUnderWay } from './forms-under-way.ts'
import { whenToApply } from './live-schedule.ts'
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
 * Reads the page's loaders again when the server says that something changed. The stream carries no contents. Requests
 * made for it carry the cookie `live`, by which the server knows not to renew the session.
 */
export function LiveUpdates({ url, atMostEveryMs = 0 }: Props) {
  const { revalidate } = useRevalidator()
  const refresh = useEffectEvent(() => void marked(revalidate))

  useEffect(() => {
    const schedule = scheduler(refresh, atMostEveryMs)
    const stop = listen(url, schedule.changed)
    return () => {
      stop()
      schedule.stop()
    }
  }, [url, atMostEveryMs])

  return null
}

function scheduler(apply: () => void, atMostEveryMs: number) {
  let first: number | undefined
  let appliedLast: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const run = () => {
    if (isFormUnderWay()) {
      timer = setTimeout(run, formPauseMs)
      return
    }
    first = undefined
    appliedLast = performance.now()
    apply()
  }
  const changed = () => {
    const last = performance.now()
    first ??= last
    clearTimeout(timer)
    timer = setTimeout(run, whenToApply({ first, last, appliedLast, atMostEveryMs }) - last)
  }
  return { changed, stop: () => clearTimeout(timer) }
}

/** A short life of its own, in case the page goes away in between. */
async function marked(refresh: () => Promise<void>) {
  setMark('live=1; max-age=10')
  await refresh()
  setMark('live=; max-age=0')
}

function setMark(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
  document.cookie = `${cookie}; path=/; samesite=lax`
}
