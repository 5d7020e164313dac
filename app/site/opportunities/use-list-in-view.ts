import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * Another filter or page scrolls to the start of the list, which may be shorter. Going back
 * restores the position.
 */
export function useListInView() {
  const { search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const list = useRef<HTMLElement>(null)
  const shown = useRef(search)

  useEffect(() => {
    if (shown.current === search) return
    shown.current = search
    const section = list.current
    if (section && !isBack && section.getBoundingClientRect().top < 0) section.scrollIntoView()
  }, [search, isBack])

  return list
}
