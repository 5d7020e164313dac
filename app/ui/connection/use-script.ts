import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** Whether script runs: false on the server and while hydrating, so that what needs script is left out of the HTML. */
export function useScript(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
