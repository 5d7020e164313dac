import { useEffect, useRef } from 'react'

/** Focuses the heading when coming from another step; a first visit starts at the top of the page. */
export function useFocusOnArrival() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.referrer === '' && !window.history.state?.idx) return
    place.current?.querySelector<HTMLElement>('h1, h2')?.focus()
  }, [])
  return place
}
