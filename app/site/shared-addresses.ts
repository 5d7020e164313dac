type SharedPage = { path: RegExp; queries: { name: string; value: RegExp }[] }

const slug = /^[a-z0-9-]{1,80}$/

/** Pages that are the same for everyone, with the query parameters they use. */
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

/** Cache key of a shared page or its data, or null. Campaign links share one entry without their query. */
export function sharedAddress({ pathname, searchParams }: URL): string | null {
  const isForScript = pathname.endsWith('.data')
  // The router requests partial data with this parameter.
  if (searchParams.has('_routes')) return null
  const path = isForScript ? pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '') : pathname
  const page = sharedPages.find((candidate) => candidate.path.test(path))
  if (!page) return null
  const kept = new URLSearchParams()
  for (const { name, value } of page.queries) {
    const text = searchParams.get(name)
    if (text !== null && value.test(text)) kept.set(name, text)
  }
  return kept.size > 0 ? `${pathname}?${kept}` : pathname
}
