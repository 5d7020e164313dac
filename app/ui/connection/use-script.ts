import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False on the server and while hydrating, so that controls that need script are not in the HTML. */
export function useScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
