import { useEffect } from 'react'
import { isPageKey } from '../connection/page-key.ts'

/** Spread on a list's "new" link: `n` opens it, announced to screen readers. */
export const opensWithN = { 'aria-keyshortcuts': 'n' }

/** `n` follows the link marked with `opensWithN`, if any. */
export function useNewShortcut() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat || !isPageKey(event, 'n')) return
      const link = document.querySelector<HTMLElement>('main [aria-keyshortcuts="n"]')
      if (!link) return
      event.preventDefault()
      link.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
