import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useLessMotion } from '../parts/use-autoplay.ts'

const pauseMs = 100

/**
 * Scrolls to the section named by a followed link: smoothly, or instantly with reduced motion. Moves the focus too.
 * First loads are left to the browser (site.css), and going back restores the position.
 */
export function useHashScroll() {
  const { key, hash } = useLocation()
  const isFollowed = useNavigationType() !== 'POP'
  const isSmooth = !useLessMotion()
  const isHere = useRef(false)

  // The router scrolls in its own layout effect, after this one; the queued
  // microtask runs after that and before painting. Remove once the router can ignore hashes.
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
