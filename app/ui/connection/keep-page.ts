import { useEffect } from 'react'
import {
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type Location,
  type MiddlewareFunction,
  type NavigateFunction,
  useLocation,
  useMatches,
  useNavigate,
} from 'react-router'
import { parseToast, type Toast, toastCookieName } from '../../values/toast.ts'
import { showToast } from '../feedback/show-toast.ts'
import { isFormPending } from '../fields/pending-forms.ts'
import { hasUnsavedInput } from '../fields/unsaved-input.ts'
import { sharedCookie } from './cookies.ts'
import {
  notifyForm,
  type Unanswered,
  warnOfLostConnection,
  whyUnanswered,
} from './lost-connection.ts'
import { openCopy } from './offline-copies.ts'
import { forgetPageOwner, namePageOwner } from './page-owner.ts'

type Results = Record<string, DataStrategyResult>
type Place = { pathname: string; search: string }
type ShownPage = {
  location: Location
  loaderData: Map<string, unknown>
  historyIndex: number
  navigate: NavigateFunction
}

/** Where this device has a copy, a page that gives no answer for so long is lost. */
const timeoutMs = 4000
/** What a field asks for by itself, which is no page. */
const suggestions = /\/(choices|jump|reach)$/

let shown: ShownPage | undefined
let lastRead = 0
let isLost = false
/** The warning about the session that was given last, until the page could be read again. */
let warned: Unanswered | undefined
const kept = new EventTarget()

/** When the read of the page on screen began that brought what it shows, on the clock of `performance`. */
export const lastReadBegan = () => lastRead

/** Whether the last page or refresh that was asked for did not come. */
export const isKnownLost = () => isLost

/** Calls back when a page stays with what it showed, because it could not be read. */
export function onPageKept(listener: () => void): () => void {
  kept.addEventListener('kept', listener)
  return () => kept.removeEventListener('kept', listener)
}

/** Tells the middleware which page is on screen. To be called once, by the root. */
export function useShownPage() {
  const location = useLocation()
  const matches = useMatches()
  const navigate = useNavigate()
  useEffect(() => {
    const loaderData = new Map(matches.map((match) => [match.id, match.loaderData]))
    shown = { location, loaderData, historyIndex: historyIndex(), navigate }
  }, [location, matches, navigate])
}

/** The router numbers the entries of the history. */
const historyIndex = () => (history.state as { idx?: number } | null)?.idx ?? 0

/**
 * A lost connection is no fault of the page, and the router would put the error page in its place. A form without an
 * answer stays with what was typed and says so (`useUnanswered`); a page that could not be read again stays as it was, and live
 * updates read it later; closing a dialog shows the page behind it as it was; every other navigation opens this device's
 * copy, where there is one, and otherwise leads nowhere.
 */
export const keepPageOnFailure: MiddlewareFunction<Results> = async ({ request }, next) => {
  const began = performance.now()
  const loss = watchLoss()
  const isNamed = request.method !== 'GET' || isRefreshOfTyped(request)
  if (isNamed) namePageOwner()
  const waiting = setTimeout(() => void openCopyInstead(request), timeoutMs)
  const results = await next()
  clearTimeout(waiting)
  if (isNamed) forgetPageOwner()
  if (request.signal.aborted || !shown) return results
  if (request.method !== 'GET') return keepForm(results, loss)
  const target = new URL(request.url)
  if (suggestions.test(target.pathname)) return replaced(results, isLostError, () => undefined)
  const failed = isAt(target, shown.location) ? isUnread : isLostError
  const failures = Object.values(results).filter(failed)
  if (failures.length > 0) return keepShown(request, results, failed, shown)
  isLost = false
  warned = undefined
  lastRead = began
  return results
}

async function keepShown(
  { url, signal }: Request,
  results: Results,
  failed: (result: DataStrategyResult) => boolean,
  { location, loaderData, historyIndex: index, navigate }: ShownPage,
): Promise<Results> {
  const target = new URL(url)
  const isHere = isAt(target, location)
  isLost = Object.values(results).some(isLostError)
  const hasShown = (result: DataStrategyResult, route: string) =>
    failed(result) && loaderData.get(route) !== undefined
  const shownResults = replaced(results, hasShown, (route) => loaderData.get(route))
  const isShown =
    isHere || (isBehind(target, location) && !Object.values(shownResults).some(failed))
  const isLeft = !isShown && isLost && (await openCopy(url))
  if (signal.aborted) return results
  if (!isHere && !isLeft) warnOfLostConnection()
  warnOfSession(results)
  if (isShown) {
    kept.dispatchEvent(new Event('kept'))
    return shownResults
  }
  if (!isLeft) stayAt(location, index - historyIndex(), navigate)
  await new Promise((aborted) => signal.addEventListener('abort', aborted, { once: true }))
  return results
}

/** The router gives a navigation up only for another one. After Back the address has changed already. */
function stayAt(location: Location, steps: number, navigate: NavigateFunction) {
  if (steps !== 0 && !isAt(window.location, location)) void navigate(steps)
  else void navigate(location, { replace: true, preventScrollReset: true, state: location.state })
}

async function openCopyInstead({ method, url, signal }: Request) {
  const target = new URL(url)
  const isLeaving = shown !== undefined && !isAt(target, shown.location)
  if (method === 'GET' && isLeaving && !signal.aborted && !suggestions.test(target.pathname))
    await openCopy(url)
}

/** The headers of an answer may arrive without the rest: the toast they brought says that it was done. */
function watchLoss(): () => Unanswered {
  const wasOffline = !navigator.onLine
  const before = sharedCookie(toastCookieName)
  return () => {
    const toast = sharedCookie(toastCookieName)
    if (toast && toast !== before && parseToast(decodeURIComponent(toast))?.kind === 'success')
      return 'done'
    return wasOffline ? 'offline' : 'lost'
  }
}

/** Read again by itself, while something is typed that another account may not see or send. */
const isRefreshOfTyped = ({ url }: Request) =>
  shown !== undefined && isAt(new URL(url), shown.location) && hasUnsavedInput()

function keepForm(results: Results, loss: () => Unanswered): Results {
  const [why] = Object.values(results).flatMap((result) => unansweredIn(result) ?? [])
  if (why === undefined) return results
  if (why === 'ended' || why === 'somebody-else') warned = why
  notifyForm(why === 'lost' ? loss() : why)
  // The status keeps the router from reading the page again, which would fail as well.
  const unanswered = data(undefined, { status: 503 })
  return replaced(
    results,
    (result) => unansweredIn(result) !== undefined,
    () => unanswered,
  )
}

function replaced(
  results: Results,
  failed: (result: DataStrategyResult, route: string) => boolean,
  instead: (route: string) => unknown,
): Results {
  return Object.fromEntries(
    Object.entries(results).map(([route, result]) =>
      failed(result, route)
        ? [route, { type: 'data', result: instead(route) } as const]
        : [route, result],
    ),
  )
}

const unansweredIn = ({ type, result }: DataStrategyResult) =>
  type === 'error' ? whyUnanswered(result) : undefined

const isLostError = (result: DataStrategyResult) => unansweredIn(result) === 'lost'

/** A refresh that nobody asked for must not cost what was typed: for a fault, or because the session has ended. */
function isUnread(result: DataStrategyResult): boolean {
  const { type, result: fault } = result
  if (type !== 'error') return false
  if (fault instanceof Response) return isToSignIn(result) && hasUnsavedInput()
  const isFault = !isRouteErrorResponse(fault) || fault.status >= 500
  return isFault || unansweredIn(result) === 'somebody-else'
}

const isToSignIn = ({ result }: DataStrategyResult) =>
  result instanceof Response && (result.headers.get('Location')?.startsWith('/login?') ?? false)

/** Says once that the session has ended, or is another account's by now. */
function warnOfSession(results: Results) {
  const all = Object.values(results)
  const isOthers = all.some((result) => unansweredIn(result) === 'somebody-else')
  const why = isOthers ? 'somebody-else' : 'ended'
  // A form that is being sent is about to say it itself.
  if (warned === why || isFormPending() || !(isOthers || all.some(isToSignIn))) return
  warned = why
  showToast(isOthers ? othersSession : endedSession)
}

const endedSession: Toast = {
  kind: 'warning',
  title: 'Your session ended',
  text: 'Your entries are kept. Sign in in another tab, then send again.',
  seconds: 10,
}

const othersSession: Toast = {
  kind: 'warning',
  title: 'Another account is signed in',
  text: 'Your entries are kept. Sign in to your account in another tab, then send again.',
  seconds: 10,
}

const isAt = (target: Place, { pathname, search }: Place) =>
  target.pathname === pathname && target.search === search

/** The page a dialog stands on: it is on screen already. */
const isBehind = (target: Place, { pathname, search }: Place) =>
  pathname.startsWith(`${target.pathname}/`) && target.search === search
