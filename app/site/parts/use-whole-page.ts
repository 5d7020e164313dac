import { useLayoutEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Lays the whole page out from the first step on that is taken within the site: where one goes to a section or back to
 * where one was, every height has to be true. Until then what is below waits (platform/script-after-paint.ts, site.css).
 */
export function useWholePage() {
  const { key } = useLocation()
  useLayoutEffect(() => {
    if (key !== 'default') delete document.documentElement.dataset.below
  }, [key])
}
