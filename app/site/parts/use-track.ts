import { useEffect, useRef, useState } from 'react'
import { markInteractive } from './queue-clicks.ts'
import { useLessMotion } from './use-autoplay.ts'

/** Fallback for `scrollend`: milliseconds without scrolling. */
const settledMs = 120

/**
 * Script for a scroll-snap strip of `count` slides. `at`: current slide. `show`: scrolls, wrapping
 * at both ends. `reached`: slides whose pictures may load.
 */
export function useTrack(count: number) {
  const track = useRef<HTMLUListElement>(null)
  const lessMotion = useLessMotion()
  const [{ at, reached }, setPlace] = useState<Place>({ at: 0, reached: [0, 1] })

  function show(index: number) {
    const next = (index + count) % count
    const isOneStep = next === index && Math.abs(next - at) === 1
    const left = track.current ? leftsOf(track.current)[next] : undefined
    if (left !== undefined)
      track.current?.scrollTo({ left, behavior: isOneStep && !lessMotion ? 'smooth' : 'instant' })
    setPlace(shownAt(next))
  }

  useEffect(markInteractive, [])
  useEffect(() => {
    const strip = track.current
    if (!strip) return
    const look = () => {
      const away = leftsOf(strip).map((left) => Math.abs(left - strip.scrollLeft))
      setPlace(shownAt(away.indexOf(Math.min(...away))))
    }
    return onScrollEnd(strip, look)
  }, [])

  return { track, at, reached, show }
}

/** Safari supports `scrollend` only since 26.2. */
function onScrollEnd(strip: HTMLElement, look: () => void): () => void {
  if ('onscrollend' in window) {
    strip.addEventListener('scrollend', look)
    return () => strip.removeEventListener('scrollend', look)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(look, settledMs)
  }
  strip.addEventListener('scroll', wait, { passive: true })
  return () => {
    clearTimeout(timer)
    strip.removeEventListener('scroll', wait)
  }
}

type Place = { at: number; reached: readonly number[] }

function shownAt(at: number): (before: Place) => Place {
  return (before) =>
    before.at === at ? before : { at, reached: [...new Set([...before.reached, at, at + 1])] }
}

function leftsOf(strip: HTMLElement): number[] {
  const lefts = [...strip.children].map((slide) => (slide as HTMLElement).offsetLeft)
  return lefts.map((left) => left - (lefts[0] ?? 0))
}
