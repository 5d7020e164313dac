import { portalHome } from '../paths.ts'

/** Where the worker redirects after an offline sign-out. */
export const signedOutAddress = `${portalHome}/offline/logout`

/** Response header with the account whose device may store it. */
export const accountHeader = 'Offline-Copy-For'

/** Request header: made for an offline copy, not a visit. */
export const copyHeader = 'Offline-Copy'

type Place = { pathname: string; searchParams: URLSearchParams }

const page =
  /^\/investment-dashboard(\/(documents|notifications|statements|investments(\/[\w-]+)?))?$/
const issuedDocument = /^\/investment-dashboard\/(receipts|statements)\/[\w-]+(\/pdf)?$/

/** View mode is never stored. */
const isViewed = ({ searchParams }: Place) => searchParams.has('investorId')

export const isPage = (place: Place) => page.test(place.pathname) && !isViewed(place)

/** Page and PDF of a receipt or statement. */
export const isIssuedDocument = (place: Place) =>
  issuedDocument.test(place.pathname) && !isViewed(place)

export const isOwnPortal = (place: Place) =>
  (place.pathname === portalHome || place.pathname.startsWith(`${portalHome}/`)) && !isViewed(place)

/** Content-hashed files. */
export const isBuildFile = ({ pathname }: { pathname: string }) =>
  /^\/(assets|logo)\//.test(pathname)

type Worker = { account: string; brand: string; logo: string | null }

/** One worker per account and branding; a change installs a new one. */
export function workerAddress({ account, brand, logo }: Worker): string {
  return `/portal-worker.js?${new URLSearchParams({ account, brand, ...(logo ? { logo } : {}) })}`
}
