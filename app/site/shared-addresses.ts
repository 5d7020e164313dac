type SharedPage = { path: RegExp; queries: { name: string; value: RegExp }[] }

const slug = /^[a-z0-9-]{1,80}$/

/** The pages that are the same for everybody, with the queries each listens to. */
const sharedPages: SharedPage[] = [
  { path: /^\/$/, queries: [] },
  {
    path: /^\/investments$/,
    queries: [
      { name: 'status', value: /^(upcoming|ongoing|closed)$/ },
      { name: 'page', value: /^[1-9]\d{0,3}$/ },
    ],
  },
  { path: /^\/investment\/[a-z0-9-]{1,80}$/, queries: [] },
  { path: /^\/contact$/, queries: [{ name: 'project', value: slug }] },
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
  const kept = new URLSearchParams()
  for (const { name, value } of page.queries) {
    const asked = searchParams.get(name)
    if (asked !== null && value.test(asked)) kept.set(name, asked)
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname
}
