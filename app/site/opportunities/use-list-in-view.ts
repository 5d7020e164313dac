import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/**
 * The filters stay in sight far down the list. Another filter or page then shows its beginning: a shorter list would
 * leave the reader in the footer. Going back restores the place as everywhere.
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
