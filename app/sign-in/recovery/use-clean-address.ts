import { useEffect } from 'react'

/**
 * Takes the query, with the token in it, out of the address bar and this entry of the history (W-12). The server has
 * read it by then. Past the router on purpose: for it the address stays what it was, so that nothing is fetched again.
 */
export function useCleanAddress() {
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', location.pathname)
  }, [])
}
