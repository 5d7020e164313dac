import { useEffect, useRef } from 'react'
import { type DataStrategyResult, data, type MiddlewareFunction, useMatches, useNavigate } from 'react-router'
import { say } from './say.ts'

const lost = new EventTarget()

/** What the page on screen was drawn from, by route. */
let onScreen: ReadonlyMap<string, unknown> = new Map()

/**
 * A lost connection is no fault of the page, and the router would put the error page in its place. A form that could
 * not be sent stays with what was typed and says so itself (`useLost`); a page that could not be read again stays as it
 * was, and live updates read it once they are connected.
 */
export const keepThePage: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  const isForm = request.method !== 'GET'
  const isReadAgain = request.url.split('#')[0] === location.href.split('#')[0]
  const kept = Object.entries(results).map(([route, result]) => {
    if (result.type !== 'error' || !isLostConnection(result.result)) return [route, result]
    if (!isForm) return [route, isReadAgain && onScreen.has(route) ? read(onScreen.get(route)) : result]
    lost.dispatchEvent(new Event('lost'))
    // The status keeps the router from reading the page again, which would fail as well.
    return [route, read(data(undefined, { status: 503 }))]
  })
  return Object.fromEntries(kept)
}

const read = (result: unknown): DataStrategyResult => ({ type: 'data', result })

/** What a form says that could not be sent, or whose answer never came. */
export function lostWords(): string {
  return navigator.onLine
    ? 'The connection was lost. What you typed is kept. Try again when it is back.'
    : 'You are offline. Nothing was sent; what you typed is kept. Try again when the connection is back.'
}

/** Tells a form that what was just sent did not get through. */
export function useLost(tell: () => void) {
  const latest = useRef(tell)
  useEffect(() => {
    latest.current = tell
  })
  useEffect(() => {
    const hear = () => latest.current()
    lost.addEventListener('lost', hear)
    return () => lost.removeEventListener('lost', hear)
  }, [])
}

/**
 * Following a link, or leaving by a form of its own, would put the browser's error page in place of ours. While the
 * browser says that it is offline, the server is asked first: it may run on this very machine.
 */
export function useOfflineGuard() {
  const navigate = useNavigate()
  const matches = useMatches()
  useEffect(() => {
    onScreen = new Map(matches.map(({ id, loaderData }) => [id, loaderData]))
  }, [matches])
  useEffect(() => {
    const guard = (event: Event, goOn: () => unknown) => {
      event.preventDefault()
      void isReachable().then((reachable) => {
        const isTold =
          !reachable && say({ kind: 'warning', title: 'You are offline', text: 'This page stays as it is.' })
        if (!isTold) void goOn()
      })
    }
    const onClick = (event: MouseEvent) => {
      const link = linkIn(event)
      if (link) guard(event, () => navigate(`${link.pathname}${link.search}${link.hash}`))
    }
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (navigator.onLine || !(form instanceof HTMLFormElement) || form.dataset.sent === 'by-script') return
      guard(event, () => form.submit())
    }
    document.addEventListener('click', onClick, true)
    document.addEventListener('submit', onSubmit, true)
    return () => {
      document.removeEventListener('click', onClick, true)
      document.removeEventListener('submit', onSubmit, true)
    }
  }, [navigate])
}

/** The link of this site that a plain click would follow in this tab. */
function linkIn(event: MouseEvent): HTMLAnchorElement | null {
  if (navigator.onLine || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.origin !== location.origin) return null
  const isHere = link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  return isHere ? null : link
}

function isReachable(): Promise<boolean> {
  const asked = fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })
  return asked.then(
    () => true,
    () => false,
  )
}

/** Each browser words it differently, and no other property tells it from a bug. */
function isLostConnection(result: unknown): boolean {
  const fault = typeof result === 'object' && result !== null && 'data' in result ? result.data : result
  return fault instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(fault.message)
}
