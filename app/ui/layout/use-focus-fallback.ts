import { useEffect } from 'react'

/** Parts of a page with their own title. */
const parts = 'section, article, dialog, main'

type Place = { focused: Element; around: Element[]; pathname: string }

/**
 * When the focused button disappears after its action, focuses the title of the nearest remaining
 * part (WCAG 2.4.3). Navigations, closing dialogs and other focus changes are left alone.
 */
export function useFocusFallback() {
  useEffect(() => {
    let place: Place | undefined
    const note = ({ target }: FocusEvent) => {
      const { pathname } = location
      place =
        target instanceof Element
          ? { focused: target, around: partsAround(target), pathname }
          : undefined
    }
    const look = () => {
      if (!place || place.focused.isConnected) return
      const { around, pathname: before } = place
      place = undefined
      if (before === location.pathname) requestAnimationFrame(() => focusNearest(around))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}

function partsAround(element: Element): Element[] {
  const part = element.parentElement?.closest(parts)
  return part ? [part, ...partsAround(part)] : []
}

function focusNearest(around: Element[]) {
  if (document.activeElement !== document.body) return
  const nearest = around.find((part) => part.isConnected)
  const target = nearest?.querySelector<HTMLElement>('h1, h2, h3') ?? nearest
  if (!(target instanceof HTMLElement)) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
}
