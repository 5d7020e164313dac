import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Wider pages show the links in the header (site.css). */
const wide = '(min-width: 60rem)'

/** While the phone menu is open the page is inert, and Escape closes it, as do a followed link and a wide window. */
export function useOpenMenu(
  menu: RefObject<HTMLDetailsElement | null>,
  opener: RefObject<HTMLElement | null>,
) {
  const { key } = useLocation()
  const keyBefore = useRef(key)
  const open = useRef<AbortController>(undefined)

  function close() {
    if (menu.current) menu.current.open = false
    open.current?.abort()
    open.current = undefined
  }

  /** The browser opens and closes the menu itself. */
  const follow = useEffectEvent(() => {
    if (!menu.current?.open || matchMedia(wide).matches) return close()
    if (open.current) return
    open.current = new AbortController()
    keepOut(menu.current.closest('header'), open.current.signal)
  })

  /** The browser reports the opening late, after a key may have been pressed. */
  const onKey = useEffectEvent((press: KeyboardEvent) => {
    if (press.key !== 'Escape' || press.defaultPrevented || !menu.current?.open) return
    close()
    opener.current?.focus()
  })

  // Before the page's effects, which may focus a section that was inert.
  useLayoutEffect(() => {
    if (keyBefore.current === key) return
    keyBefore.current = key
    close()
  })

  useEffect(() => {
    const details = menu.current
    const grown = matchMedia(wide)
    const listener = () => follow()
    const keyListener = (press: KeyboardEvent) => onKey(press)
    follow()
    details?.addEventListener('toggle', listener)
    document.addEventListener('keydown', keyListener)
    grown.addEventListener('change', listener)
    return () => {
      details?.removeEventListener('toggle', listener)
      document.removeEventListener('keydown', keyListener)
      grown.removeEventListener('change', listener)
      open.current?.abort()
      open.current = undefined
    }
  }, [menu])
}

/** Makes everything outside `kept` inert until the signal. */
function keepOut(kept: HTMLElement | null, until: AbortSignal) {
  for (let inside = kept; inside && inside !== document.body; inside = inside.parentElement) {
    for (const sibling of inside.parentElement?.children ?? []) {
      if (sibling === inside || !(sibling instanceof HTMLElement) || sibling.inert) continue
      sibling.inert = true
      until.addEventListener('abort', () => (sibling.inert = false))
    }
  }
}
