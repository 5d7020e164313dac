/** Encoded once more, an address must fit into a header: proxies give up at a few kilobytes. */
const longestNext = 1_000

/** The page a data request belongs to, so that signing in leads back to a page; of an endless address what can be kept. */
export function pagePath(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete('_routes')
  query.delete('index')
  const path = url.pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '')
  const ways = [query.size > 0 ? `${path}?${query}` : path, path, '/']
  return ways.find((way) => way.length <= longestNext) ?? '/'
}

/** The page a file is downloaded from: signing in leads to a page, not to a download on the sign-in page. */
export function pageWithFile({ pathname }: URL): string {
  const [, paper] = /^(\/investment-dashboard\/.+)\/pdf$/.exec(pathname) ?? []
  if (paper !== undefined) return paper
  const [list = '', file] = pathname.split(/(\/[^/]+\/file$)/)
  return file ? list : pathname.split('/', 2).join('/')
}
