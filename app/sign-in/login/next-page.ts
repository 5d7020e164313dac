/** Addresses that return no page: files, streams and data (see next-page.test.ts). */
const noPage = [
  /\/(choices|jump|live|reach|export|export-payments|export-plans|export-lines|upload|pdf|slip|passkey|provider|callback|file|files\/[^/]*|offline\/logout)\/?$/,
  /\/((projects|documents)\/[^/]*\/restore|investors\/[^/]*\/reminders|documents\/[^/]*\/preview|documents\/all|import\/.*\/(template|problems|left-out))\/?$/,
  /\.data$/,
]

/** Characters; twice what the product itself sends (pagePath). */
const longestNext = 2_000

/** On the public site, but for investors only. */
const investNow = /^\/investment\/[a-z0-9-]+\/invest$/

/** Target after signing in: `next`, when it is a local path within the person's own area, else the dashboard. */
export function pageAfterSignIn(dashboard: string, next: string | null, here: URL): string {
  if (next === null || next.length > longestNext || !/^\/(?![/\\])/.test(next)) return dashboard
  // Browsers strip tabs and line breaks from URLs, so the parsed form is checked.
  const page = URL.parse(next, here.origin)
  if (page === null || page.origin !== here.origin || noPage.some((end) => end.test(page.pathname)))
    return dashboard
  const isOwn =
    page.pathname === dashboard ||
    page.pathname.startsWith(`${dashboard}/`) ||
    (dashboard === '/investment-dashboard' && investNow.test(page.pathname))
  return isOwn ? `${page.pathname}${page.search}${page.hash}` : dashboard
}
