import { config } from '../config.server.ts'

/**
 * A write must come from one of our own pages, by the first of Origin, Sec-Fetch-Site and Referer that is there; programs
 * that send none of them cannot carry somebody's cookie along.
 */
export function isSameOrigin({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const isOwn = (address: string) => {
    if (!URL.canParse(address)) return false
    const { origin, host, protocol } = new URL(address)
    // With https, a page that came over http may be from anyone on the line.
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
