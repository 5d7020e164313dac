/** An encoded address must fit into a header; proxies allow a few kilobytes. */
const longestNext = 1_000

/** The page of a data request, for the way back after signing in; long addresses are cut. */
export function pagePath(url: URL): string {
  const query = new URLSearchParams(url.search)
  query.delete('_routes')
  query.delete('index')
  const path = url.pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '')
  const candidates = [query.size > 0 ? `${path}?${query}` : path, path, '/']
  return candidates.find((candidate) => candidate.length <= longestNext) ?? '/'
}

/** The page of a download, so that signing in leads to a page. */
export function pageWithFile({ pathname }: URL): string {
  const [, document] = /^(\/investment-dashboard\/.+)\/pdf$/.exec(pathname) ?? []
  if (document !== undefined) return document
  const [list = '', file] = pathname.split(/(\/[^/]+\/file$)/)
  return file ? list : pathname.split('/', 2).join('/')
}
