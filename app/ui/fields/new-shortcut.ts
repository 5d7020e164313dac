import { useEffect } from 'react'
import { isPageKey } from '../connection/page-key.ts'

/** Spread on the link of a list that adds to it: `n` opens it, and those who do not see are told so. */
export const opensWithN = { 'aria-keyshortcuts': 'n' }

/** `n` follows the page's link that is marked with `opensWithN`; where there is none, it does nothing. */
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
