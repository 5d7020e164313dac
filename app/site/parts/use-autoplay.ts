import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

/** Whether the focus is inside; the pause button itself does not count. */
const focusInside = ':focus:not([data-pause])'

/**
 * Calls `step` every `every` milliseconds while `root` is in view. Waits while the pointer or focus
 * is inside, the tab is hidden or playback is paused; starts paused with reduced motion.
 */
export function useAutoplay(
  root: RefObject<HTMLElement | null>,
  every: number | undefined,
  step: () => void,
) {
  const lessMotion = useLessMotion()
  const [chosen, choose] = useState<boolean>()
  const playing = chosen ?? !lessMotion
  const onTime = useEffectEvent(() => {
    if (playing) step()
  })

  useEffect(() => {
    const element = root.current
    if (!element || !every) return
    let isPointed = false
    let timer: ReturnType<typeof setInterval> | undefined
    let inView = false
    const settle = () => {
      clearInterval(timer)
      const held = isPointed || document.hidden || element.querySelector(focusInside) !== null
      timer = inView && !held ? setInterval(onTime, every) : undefined
    }
    const point = ({ type }: Event) => {
      isPointed = type === 'pointerenter'
      settle()
    }
    const observer = new IntersectionObserver((changes) => {
      inView = changes.at(-1)?.isIntersecting ?? false
      settle()
    })
    observer.observe(element)
    const listening = new AbortController()
    const until = { signal: listening.signal }
    for (const type of ['pointerenter', 'pointerleave'])
      element.addEventListener(type, point, until)
    for (const type of ['focusin', 'focusout']) element.addEventListener(type, settle, until)
    document.addEventListener('visibilitychange', settle, until)
    return () => {
      clearInterval(timer)
      observer.disconnect()
      listening.abort()
    }
  }, [root, every])

  return { playing, toggle: () => choose(!playing) }
}

const query = '(prefers-reduced-motion: reduce)'

/** `prefers-reduced-motion`; false on the server. */
export function useLessMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
