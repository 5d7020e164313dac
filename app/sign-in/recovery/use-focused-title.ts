import { useEffect, useRef } from 'react'

/**
 * For the title of what an answer put in the place of a form: the focus, which was in the form, goes there and is not
 * lost, and a screen reader reads on from there.
 */
export function useFocusedTitle<Title extends HTMLElement>() {
  const title = useRef<Title>(null)
  useEffect(() => title.current?.focus(), [])
  return title
}
