export const portal = '/investment-dashboard'

/** Where a worker leads whoever signed out without a connection. */
export const signedOutAddress = `${portal}/offline/logout`

/** Names, on a response, the account whose device may store it. */
export const accountHeader = 'Offline-Copy-For'

/** On a request: it is made for a copy, and is no use of the portal. */
export const copyHeader = 'Offline-Copy'

type Place = { pathname: string; searchParams: URLSearchParams }

const page =
  /^\/investment-dashboard(\/(documents|notifications|statements|investments(\/[\w-]+)?))?$/
const paper = /^\/investment-dashboard\/(receipts|statements)\/[\w-]+(\/pdf)?$/

/** An administrator who views an investor's portal stores nothing of it. */
const isViewed = ({ searchParams }: Place) => searchParams.has('investorId')

/** Dashboard, investments, one investment, and the lists of documents, notifications and statements. */
export const isPage = (place: Place) => page.test(place.pathname) && !isViewed(place)

/** A receipt or statement: its page, and its PDF. */
export const isPaper = (place: Place) => paper.test(place.pathname) && !isViewed(place)

export const isOwnPortal = (place: Place) =>
  (place.pathname === portal || place.pathname.startsWith(`${portal}/`)) && !isViewed(place)

/** Named by their content. */
export const isBuildFile = ({ pathname }: { pathname: string }) =>
  /^\/(assets|logo)\//.test(pathname)

type Worker = { account: string; brand: string; logo: string | null }

/** One worker per account and look: a change of either makes the browser install another. */
export function workerAddress({ account, brand, logo }: Worker): string {
  return `/portal-worker.js?${new URLSearchParams({ account, brand, ...(logo ? { logo } : {}) })}`
}
