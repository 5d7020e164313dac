import { useEffect, useRef } from 'react'

/**
 * For the part of the page that a step is: whoever came from another one finds the focus at its heading; who begins here,
 * where the page begins.
 */
export function useFocusOnArrival() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.referrer === '' && !window.history.state?.idx) return
    place.current?.querySelector<HTMLElement>('h1, h2')?.focus()
  }, [])
  return place
}
