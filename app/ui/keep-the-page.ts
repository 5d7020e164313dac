import { type ContextType, use, useEffect } from 'react'
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  UNSAFE_DataRouterContext,
  useLocation,
} from 'react-router'
import { parseToast, toastCookieName } from '../values/toast.ts'
import { sharedCookie } from './cookies.ts'
import { isFormUnderWay } from './forms-under-way.ts'
import {
  isEndedSession,
  isLostConnection,
  isSomebodyElse,
  isTooLarge,
  tellForm,
  tellLost,
  type Unanswered,
} from './lost-connection.ts'
import { forgetPageOwner, namePageOwner } from './page-owner.ts'
import { say } from './say.ts'
import { isAnythingTyped } from './typed.ts'

type Router = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router']
type Results = Record<string, DataStrategyResult>
type Place = { pathname: string; search: string }

/** The hooks tell of its state a moment too late: after React has drawn it. */
let router: Router | undefined
/** The place in the browser's history of the page on screen. */
let shownAt: number | undefined
let lastRead = 0
let isLost = false
/** What was said of the session last, by a toast or by the form that was sent, until the page could be read again. */
let toldOf: 'nobody' | 'somebody else' | undefined
const kept = new EventTarget()

/** When the reading of the page on screen began that brought what it shows; of the clock of `performance`. */
export const lastReadBegan = () => lastRead

/** Whether the last page or refresh that was asked for did not come. */
export const isKnownLost = () => isLost

/** Called when a page was shown with what was known, because it could not be read. */
export function onKept(hear: () => void): () => void {
  kept.addEventListener('kept', hear)
  return () => kept.removeEventListener('kept', hear)
}

/** Leads to another picture of an address whose page does not come; false where it has none. */
type Lead = (asked: URL) => Promise<boolean>
/** Where another picture is to be had, a line that answers nothing for so long is none. */
const patienceMs = 8000
let leadOn: Lead | undefined

/** For an area that has copies of its pages: to be asked before a way that somebody went leads nowhere. */
export function onWayLost(lead: Lead): () => void {
  leadOn = lead
  return () => {
    if (leadOn === lead) leadOn = undefined
  }
}

/**
 * A lost connection is no fault of the page, and the router would put the error page in its place. A form that has no
 * answer stays with what was typed and says so itself (`useLost`); a page that could not be read again stays as it was,
 * and live updates read it later; closing a dialog shows the page behind it as it was; every other way leads to a copy, where
 * there is one, and else nowhere.
 */
export const keepThePage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const began = performance.now()
  const wasOffline = !navigator.onLine
  const toastBefore = sharedCookie(toastCookieName)
  const isNamed = request.method !== 'GET' || isRefreshOfTyped(request)
  if (isNamed) namePageOwner()
  const waiting = setTimeout(() => void leadFromSilence(request), patienceMs)
  const results = await next()
  if (isNamed) forgetPageOwner()
  clearTimeout(waiting)
  if (request.signal.aborted || !router) return results
  if (request.method !== 'GET') return keepForm(results, whyLost(wasOffline, toastBefore))
  const { location, navigation } = router.state
  const asked = new URL(request.url)
  if (!isAt(asked, navigation.location ?? location)) return withoutLost(results)
  const failed = isAt(asked, location) && navigation.state === 'idle' ? isUnread : isLostError
  if (!Object.values(results).some(failed)) {
    isLost = false
    toldOf = undefined
    lastRead = began
    return results
  }
  isLost = Object.values(results).some(isLostError)
  return withoutAnswer(request, results, failed, router)
}

/** A way that somebody went and that gets no answer, neither a page nor a fault. */
async function leadFromSilence({ method, url, signal }: Request) {
  const { location, navigation } = router?.state ?? {}
  const asked = new URL(url)
  if (method !== 'GET' || signal.aborted || !location || !navigation?.location) return
  if (isAt(asked, navigation.location) && !isAt(asked, location)) await leadOn?.(asked)
}

/** What the screen is when it could not be read: as it was, or left for a copy. */
async function withoutAnswer(
  { url, signal }: Request,
  results: Results,
  failed: (result: DataStrategyResult) => boolean,
  router: Router,
): Promise<Results> {
  const { location, navigation } = router.state
  const asked = new URL(url)
  const shown = asShown(results, failed, router)
  const isHere =
    isAt(asked, location) || (isBehind(asked, location) && !Object.values(shown).some(failed))
  const isLed = !isHere && isLost && (await leadOn?.(asked))
  if (signal.aborted) return results
  if (!isLed && navigation.state !== 'idle') tellLost()
  tellSession(results)
  if (isHere) {
    kept.dispatchEvent(new Event('kept'))
    return shown
  }
  if (!isLed) stay(router)
  await new Promise((gone) => signal.addEventListener('abort', gone, { once: true }))
  return results
}

/** Gives the middleware what it keeps. To be called once, by the root. */
export function useKeptPage() {
  const context = use(UNSAFE_DataRouterContext)
  const location = useLocation()
  useEffect(() => {
    router = context?.router
    if (location.key) shownAt = placeInHistory()
  }, [context, location])
}

/** The headers of an answer may arrive without the rest: the toast they brought says that it was done. */
function whyLost(wasOffline: boolean, toastBefore: string | null): () => Unanswered {
  return () => {
    const toast = sharedCookie(toastCookieName)
    if (toast && toast !== toastBefore && parseToast(decodeURIComponent(toast))?.kind === 'success')
      return 'done'
    return wasOffline ? 'offline' : 'lost'
  }
}

/** Read again by itself, while something is typed that whoever is signed in by now may not see or send. */
function isRefreshOfTyped(request: Request): boolean {
  if (router?.state.navigation.state !== 'idle') return false
  return isAt(new URL(request.url), router.state.location) && isAnythingTyped()
}

function keepForm(results: Results, why: () => Unanswered): Results {
  return changed(results, ({ type, result }) => {
    if (type !== 'error') return null
    // The status keeps the router from reading the page again, which would fail as well.
    if (isLostConnection(result)) {
      tellForm(why())
      return read(data(undefined, { status: 503 }))
    }
    if (isTooLarge(result)) {
      tellForm('too-large')
      return read(data(undefined, { status: 413 }))
    }
    if (isSomebodyElse(result)) {
      toldOf = 'somebody else'
      tellForm('somebody-else')
      return read(data(undefined, { status: 409 }))
    }
    if (!isEndedSession(result)) return null
    toldOf = 'nobody'
    tellForm('ended')
    return read(data(undefined, { status: 401 }))
  })
}

/** What a part of the page asked for by itself, such as the suggestions of a field: it has to do without. */
function withoutLost(results: Results): Results {
  return changed(results, (result) => (isLostError(result) ? read(undefined) : null))
}

function asShown(
  results: Results,
  failed: (result: DataStrategyResult) => boolean,
  { state }: Router,
): Results {
  return changed(results, (result, route) =>
    failed(result) && route in state.loaderData ? read(state.loaderData[route]) : null,
  )
}

function changed(
  results: Results,
  change: (result: DataStrategyResult, route: string) => DataStrategyResult | null,
) {
  return Object.fromEntries(
    Object.entries(results).map(([route, result]) => [route, change(result, route) ?? result]),
  )
}

const read = (result: unknown): DataStrategyResult => ({ type: 'data', result })

const isLostError = ({ type, result }: DataStrategyResult) =>
  type === 'error' && isLostConnection(result)

/** A refresh nobody asked for must not cost what was typed: for a fault, or because the session has ended. */
function isUnread({ type, result }: DataStrategyResult): boolean {
  if (type !== 'error') return false
  if (result instanceof Response) return isToSignIn({ type, result }) && isAnythingTyped()
  return !isRouteErrorResponse(result) || result.status >= 500 || isSomebodyElse(result)
}

function isToSignIn({ result }: DataStrategyResult): boolean {
  return (
    result instanceof Response && (result.headers.get('Location')?.startsWith('/login?') ?? false)
  )
}

/** Says once that the session has ended, or is somebody else's by now. */
function tellSession(results: Results) {
  const all = Object.values(results)
  const isOthers = all.some(({ type, result }) => type === 'error' && isSomebodyElse(result))
  const signedIn = isOthers ? 'somebody else' : 'nobody'
  // A form that is being sent is about to say it itself.
  if (toldOf === signedIn || isFormUnderWay() || !(isOthers || all.some(isToSignIn))) return
  toldOf = signedIn
  const title = isOthers ? 'Somebody else is signed in now' : 'Your session ended'
  const how = isOthers ? 'Sign in as yourself' : 'Sign in'
  say({
    kind: 'warning',
    title,
    text: `What you typed is still here. ${how} in another tab, then send it.`,
    seconds: 10,
  })
}

function isAt(asked: Place, { pathname, search }: Place) {
  return asked.pathname === pathname && asked.search === search
}

/** The page a dialog stands on: it is on screen already. */
function isBehind(asked: Place, { pathname, search }: Place) {
  return pathname.startsWith(`${asked.pathname}/`) && asked.search === search
}

/** The router gives a way up only for another one. After Back the address has changed already and is changed back. */
function stay({ state: { location }, navigate }: Router) {
  const steps = (shownAt ?? 0) - (placeInHistory() ?? 0)
  const isPopped = !isAt(window.location, location)
  if (isPopped && steps !== 0) void navigate(steps)
  else void navigate(location, { replace: true, preventScrollReset: true, state: location.state })
}

/** The router numbers the entries of the history. */
function placeInHistory(): number | undefined {
  const state: unknown = window.history.state
  const hasPlace =
    typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
  return hasPlace ? (state.idx as number) : undefined
}
