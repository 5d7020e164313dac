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
import { forgetPageOwner, namePageOwner } from './page-owner.ts'
import { openCopy } from './stored-copies.ts'

type Results = Record<string, DataStrategyResult>
type Place = { pathname: string; search: string }
type ShownPage = {
  location: Location
  loaderData: Map<string, unknown>
  historyIndex: number
  navigate: NavigateFunction
}

/** With an offline copy, a page that does not respond in this time counts as lost. */
const timeoutMs = 4000
/** Requests of fields, which are not pages. */
const suggestions = /\/(choices|jump|reach)$/

let shown: ShownPage | undefined
let lastRead = 0
/** A saved copy is shown because the server did not answer. */
let isLost = typeof document !== 'undefined' && 'copy' in document.documentElement.dataset
/** The last warning about the session, until a page could be read again. */
let warned: Unanswered | undefined
const kept = new EventTarget()

export const lastReadBegan = () => lastRead

/** Whether the last page or refresh failed to load. */
export const isKnownLost = () => isLost

/** Calls back when a page keeps its content because it could not be reloaded. */
export function onPageKept(listener: () => void): () => void {
  kept.addEventListener('kept', listener)
  return () => kept.removeEventListener('kept', listener)
}

/** Tells the middleware which page is on screen. Call it once, in the root. */
export function useShownPage() {
  const location = useLocation()
  const matches = useMatches()
  const navigate = useNavigate()
  useEffect(() => {
    const loaderData = new Map(matches.map((match) => [match.id, match.loaderData]))
    shown = { location, loaderData, historyIndex: historyIndex(), navigate }
  }, [location, matches, navigate])
}

/** The router numbers the history entries. */
const historyIndex = () => (history.state as { idx?: number } | null)?.idx ?? 0

/**
 * On a lost connection the router would show its error page. Instead a form keeps what was typed
 * (`useUnanswered`), a page that cannot be reloaded stays, a closing dialog shows the page behind
 * it, and other navigations open an offline copy or are cancelled.
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

/** The router cancels a navigation only for another one. After Back the address has changed already. */
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

/** Headers may arrive without the body: a toast in them says that the form was handled. */
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

/** A reload during typing, which another account must not see. */
const isRefreshOfTyped = ({ url }: Request) =>
  shown !== undefined && isAt(new URL(url), shown.location) && hasUnsavedInput()

function keepForm(results: Results, loss: () => Unanswered): Results {
  const [why] = Object.values(results).flatMap((result) => unansweredIn(result) ?? [])
  if (why === undefined) return results
  if (why === 'ended' || why === 'somebody-else') warned = why
  notifyForm(why === 'lost' ? loss() : why)
  // This status keeps the router from reloading the page.
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

/** A background reload must not lose typed text, for an error or an ended session. */
function isUnread(result: DataStrategyResult): boolean {
  const { type, result: fault } = result
  if (type !== 'error') return false
  if (fault instanceof Response) return isToSignIn(result) && hasUnsavedInput()
  const isFault = !isRouteErrorResponse(fault) || fault.status >= 500
  return isFault || unansweredIn(result) === 'somebody-else'
}

const isToSignIn = ({ result }: DataStrategyResult) =>
  result instanceof Response && (result.headers.get('Location')?.startsWith('/login?') ?? false)

/** Warns once that the session has ended or belongs to another account. */
function warnOfSession(results: Results) {
  const all = Object.values(results)
  const isOthers = all.some((result) => unansweredIn(result) === 'somebody-else')
  const why = isOthers ? 'somebody-else' : 'ended'
  // A pending form shows this itself.
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

/** The page behind a dialog, which is on screen already. */
const isBehind = (target: Place, { pathname, search }: Place) =>
  pathname.startsWith(`${target.pathname}/`) && target.search === search
