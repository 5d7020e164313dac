/** The portal: what the worker may see of. */
export const portal = '/investment-dashboard'
/** Where the worker lies; built apart from everything else (server/build-worker.ts). */
const workerFile = '/portal-worker.js'
/** Its address names the company, which its own pages show: another name makes the browser update it. */
export function workerAddress({ brand, logo }: { brand: string; logo: string | null }): string {
  return `${workerFile}?${new URLSearchParams({ brand, ...(logo === null ? {} : { logo }) })}`
}
/**
 * Where the logout button of a copy leads: to the worker, which removes all copies first. Read, it is where pages go that have
 * shown what is forgotten: to the sign-in, once the session has ended.
 */
export const forgetAddress = `${portal}/offline/logout`
/** What tabs tell each other on it: that somebody has logged out here, so that none goes on showing what was seen. */
export const tabsChannel = 'kept-copies'

const page = /^\/investment-dashboard(\/(investments|statements)(\/[\w-]+)?|\/receipts\/[\w-]+)?$/
const paper = /^\/investment-dashboard\/(receipts|statements)\/[\w-]+\/pdf$/
/** An administrator who looks at somebody's portal keeps nothing of it. */
const viewed = 'investorId'

type Place = { pathname: string; searchParams: URLSearchParams }

const isViewed = ({ searchParams }: Place) => searchParams.has(viewed)
/** Dashboard, investments with their payments, an investment with its ledger, receipts and statements: kept when seen. */
export const isKeptPage = (place: Place) => page.test(place.pathname) && !isViewed(place)
/** Screens that every investor has: who does not find them is somebody else by now. */
export const isEverybodys = (address: string) =>
  address === portal || address === `${portal}/investments`
/** The PDF of a receipt or statement, kept when it was opened. */
export const isKeptPaper = (place: Place) => paper.test(place.pathname) && !isViewed(place)
/** Whether an address is of somebody's own portal. */
export const isOwnPortal = (place: Place) =>
  (place.pathname === portal || place.pathname.startsWith(`${portal}/`)) && !isViewed(place)

/** The company's logo, which copies show as well. */
export const isLogo = ({ pathname }: { pathname: string }) => pathname.startsWith('/logo/')

/** The page whose loaders a data request reads; null for any other request. */
export function pageReadBy(url: URL): URL | null {
  if (!url.pathname.endsWith('.data')) return null
  const asked = new URL(url)
  asked.pathname = url.pathname.replace(/\/_\.data$/, '').replace(/\.data$/, '')
  asked.searchParams.delete('_routes')
  return asked
}
