/** The pages that are the same for everybody, with the one query each listens to. */
const sharedPages: { path: RegExp; query?: { name: string; value: RegExp } }[] = [
  { path: /^\/$/ },
  { path: /^\/investments$/, query: { name: 'status', value: /^(upcoming|ongoing|closed)$/ } },
  { path: /^\/investment\/[a-z0-9-]{1,80}$/ },
  { path: /^\/contact$/, query: { name: 'project', value: /^[a-z0-9-]{1,80}$/ } },
]

/**
 * The address under which a page that is the same for everybody is kept, or null for every other one. A query that the
 * page does not listen to is left out, so that a campaign's parameters do not make a page of their own. The data of a
 * page, which the browser asks for when it navigates, is kept beside it.
 */
export function sharedAddress({ pathname, searchParams }: URL): string | null {
  const isForScript = pathname.endsWith('.data')
  // The router asks for a part of the data by this name; nobody else does.
  if (searchParams.has('_routes')) return null
  const path = isForScript ? pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '') : pathname
  const page = sharedPages.find((one) => one.path.test(path))
  if (!page) return null
  const { query } = page
  const value = query && searchParams.get(query.name)
  return query && value && query.value.test(value) ? `${pathname}?${query.name}=${value}` : pathname
}
