import { redirect } from 'react-router'

/** What became of a link that opens nothing any more; one that nobody was sent is only `unknown`. */
const closedStates = ['expired', 'used', 'ended'] as const

/**
 * Leads to a page that says what became of a link, at an address without its token: a redirect leaves none in the address
 * bar or the history, with and without script. Nothing keeps it, because the same link may be asked for again.
 */
export function toClosedLink(
  page: '/invitation' | '/confirm',
  state: (typeof closedStates)[number],
): Response {
  return redirect(`${page}?link=${state}`, {
    headers: {
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
      'Cache-Control': 'no-store',
    },
  })
}

/** The state that such an address names. */
export function closedStateIn(url: URL): (typeof closedStates)[number] | 'unknown' {
  return closedStates.find((state) => state === url.searchParams.get('link')) ?? 'unknown'
}
