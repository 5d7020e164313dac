import { useCallback } from 'react'
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router'

/** Asks before the page is left with changes that were not saved: the browser asks by itself where it leaves the site. */
export function useLeaveGuard(hasUnsaved: boolean): Blocker {
  useBeforeUnload(
    useCallback(
      (event) => {
        if (hasUnsaved) event.preventDefault()
      },
      [hasUnsaved],
    ),
  )
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
}
