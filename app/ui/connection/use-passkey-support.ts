import { useSyncExternalStore } from 'react'

const never = () => () => undefined
/** Browsers allow no passkeys at an IP address. */
const hasPasskeys = () =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** False on the server, while hydrating, and in browsers without passkeys. */
export function usePasskeySupport(): boolean {
  return useSyncExternalStore(never, hasPasskeys, () => false)
}
