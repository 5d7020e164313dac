import { useCallback } from 'react'
import { type Blocker, useBeforeUnload, useBlocker } from 'react-router'

/** Confirms navigation away from unsaved changes; the browser itself asks when leaving the site. */
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
