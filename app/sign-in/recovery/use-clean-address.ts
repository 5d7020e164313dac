import { useEffect } from 'react'

/**
 * Removes the query with the token from the address bar and history. Bypasses the router on
 * purpose, so that it does not refetch.
 */
export function useCleanAddress() {
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname)
  }, [])
}
