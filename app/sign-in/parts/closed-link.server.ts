import { redirect } from 'react-router'

/** Why a link no longer works; an unknown token is only `unknown`. */
const closedStates = ['expired', 'used', 'ended'] as const

/** Redirects to a page about the closed link without the token, to keep it out of the history. Never cached. */
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

/** The state named by such an address. */
export function closedStateIn(url: URL): (typeof closedStates)[number] | 'unknown' {
  return closedStates.find((state) => state === url.searchParams.get('link')) ?? 'unknown'
}
