import { config } from '../config.server.ts'

/** Writes must come from this origin, by Origin, Sec-Fetch-Site or Referer; clients without them have no cookies. */
export function isSameOrigin({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const isOwn = (address: string) => {
    if (!URL.canParse(address)) return false
    const { origin, host, protocol } = new URL(address)
    // With https, an http page may be forged on the network.
    return (
      origin === config.origin ||
      (host === headers.get('host') && (!config.isHttps || protocol === 'https:'))
    )
  }
  const origin = headers.get('origin')
  if (origin !== null) return isOwn(origin)
  const site = headers.get('sec-fetch-site')
  if (site !== null) return !['cross-site', 'same-site'].includes(site)
  const referer = headers.get('referer')
  return referer === null || isOwn(referer)
}
