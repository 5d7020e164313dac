const longestPath = 2_048
const mostSegments = 32
const longestQuery = 8_192
/** Far more than the links of one page. Each path costs the router 0.2 ms. */
const mostDiscoveredPaths = 128
const discovery = '/__manifest'

/**
 * Why an address is refused before routing; null when valid. The router compares a deep path with
 * all its ancestors, and two leading slashes name another host.
 */
export function addressFault({
  pathname,
  search,
  searchParams,
}: URL): 'unreadable' | 'too-long' | null {
  if (!isPath(pathname) || search.length > longestQuery) return 'too-long'
  if (pathname === discovery) {
    const paths = (searchParams.get('paths') ?? '').split(',')
    if (paths.length > mostDiscoveredPaths || !paths.every(isPath)) return 'too-long'
  }
  return pathname.startsWith('//') || !isDecodable(pathname) ? 'unreadable' : null
}

function isPath(path: string): boolean {
  return path.length <= longestPath && path.replace(/\/$/, '').split('/').length - 1 <= mostSegments
}

/** PostgreSQL text cannot hold NUL characters. */
function isDecodable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes('\0')
  } catch (fault) {
    if (fault instanceof URIError) return false
    throw fault
  }
}
