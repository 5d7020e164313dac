import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useLessMotion } from '../parts/use-autoplay.ts'

const pauseMs = 100

/**
 * Scrolls to the section that a link of ours names, smoothly and after a pause, from the top when it came from another
 * page; people who asked for less motion are there at once. The keyboard goes on from that section. A first load is the
 * browser's own (site.css), and going back restores.
 */
export function useHashScroll() {
  const { key, hash } = useLocation()
  const isFollowed = useNavigationType() !== 'POP'
  const isSmooth = !useLessMotion()
  const isHere = useRef(false)

  // The router jumps in a layout effect of its own, which runs after this one; what is queued here runs after that and
  // before anything is drawn. Goes when the router can be told not to follow a hash.
  useLayoutEffect(() => {
    const from = isHere.current ? window.scrollY : 0
    isHere.current = true
    if (!key || !isFollowed || !isSmooth || !sectionOf(hash)) return
    queueMicrotask(() => window.scrollTo({ top: from, behavior: 'instant' }))
  }, [key, hash, isFollowed, isSmooth])

  useEffect(() => {
    const section = key && isFollowed ? sectionOf(hash) : null
    if (!section) return
    section.tabIndex = -1
    section.focus({ preventScroll: true })
    if (!isSmooth) return
    const timer = setTimeout(() => section.scrollIntoView({ behavior: 'smooth' }), pauseMs)
    return () => clearTimeout(timer)
  }, [key, hash, isFollowed, isSmooth])
}

function sectionOf(hash: string): HTMLElement | null {
  return hash.length > 1 ? document.getElementById(hash.slice(1)) : null
}
