/** How addresses end that answer no page: files, streams, and what a page asks for beside itself (next-page.test.ts). */
const noPage = [
  /\/(choices|jump|live|reach|export|export-payments|upload|pdf|file|files\/[^/]*|offline\/logout)\/?$/,
  /\/((projects|documents)\/[^/]*\/restore|documents\/[^/]*\/preview|documents\/all|import\/.*\/(template|problems|left-out))\/?$/,
  /\.data$/,
]

/** Characters; twice what the product itself sends along (pagePath). */
const longestNext = 2_000

/** Invest Now stands on the public site and is the investors' own. */
const investNow = /^\/investment\/[a-z0-9-]+\/invest$/

/**
 * Where signing in leads: to the page somebody asked for before they had to sign in, or to their dashboard. `next`
 * comes from the address, so it counts only when it is a path of our own (decisions §2) and a page of their own area.
 */
export function pageAfterSignIn(dashboard: string, next: string | null, here: URL): string {
  if (next === null || next.length > longestNext || !/^\/(?![/\\])/.test(next)) return dashboard
  // The browser drops line breaks and tabs out of an address, so what it would make of it is looked at.
  const page = URL.parse(next, here.origin)
  if (page === null || page.origin !== here.origin || noPage.some((end) => end.test(page.pathname)))
    return dashboard
  const isOwn =
    page.pathname === dashboard ||
    page.pathname.startsWith(`${dashboard}/`) ||
    (dashboard === '/investment-dashboard' && investNow.test(page.pathname))
  return isOwn ? `${page.pathname}${page.search}${page.hash}` : dashboard
}
