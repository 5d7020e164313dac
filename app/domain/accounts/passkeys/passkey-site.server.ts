import { isIP } from 'node:net'
import { config } from '../../../platform/config.server.ts'

/** The site that passkeys of this installation belong to. */
export type PasskeySite = { rpId: string; origin: string }

/** The site of an address; null where browsers allow no passkeys: another IP address than this machine's. @internal */
export function passkeySiteOf(address: string): PasskeySite | null {
  const { hostname, origin, protocol, port } = new URL(address)
  const isLoopback = /^127\.|^\[::1\]$/.test(hostname)
  if (isLoopback)
    return { rpId: 'localhost', origin: `${protocol}//localhost${port && `:${port}`}` }
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isAddress || !isSecure ? null : { rpId: hostname, origin }
}

export const passkeySite = passkeySiteOf(config.origin)
