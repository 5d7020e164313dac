import { useEffect, useRef } from 'react'

/** Focuses the title that replaced a form, so that the focus is not lost. */
export function useFocusedTitle<Title extends HTMLElement>() {
  const title = useRef<Title>(null)
  useEffect(() => title.current?.focus(), [])
  return title
}
