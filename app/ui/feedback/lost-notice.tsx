import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isKnownLost, useShownPage } from '../connection/keep-page.ts'
import { onNoToaster, warnOfLostConnection } from '../connection/lost-connection.ts'
import { openCopy } from '../connection/stored-copies.ts'

const shownMs = 6000
const timeoutMs = 4000

/** Keeps the page when the connection is lost, and says so where there are no toasts. */
export function LostNotice() {
  useShownPage()
  const { key } = useLocation()
  const [shownOn, setShownOn] = useState<string>()
  useEffect(() => onNoToaster(() => setShownOn(key)), [key])
  useEffect(() => {
    if (shownOn === undefined) return
    const timer = setTimeout(() => setShownOn(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [shownOn])
  return (
    <p
      role="alert"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-70 grid justify-items-center"
    >
      {shownOn !== undefined && (
        <span className="rounded-card border border-line bg-surface px-4 py-3 text-sm shadow-card">
          The connection is lost. This page does not update.
        </span>
      )}
    </p>
  )
}

/**
 * A link or native form would load the browser's error page while offline, because the router
 * reloads when a script is missing. So a known loss is checked first.
 */
function guardPage() {
  let passed: Element | null = null
  const check = (event: Event, target: Element, pass: () => void, address?: string) => {
    if (target === passed || (navigator.onLine && !isKnownLost())) return
    event.preventDefault()
    event.stopPropagation()
    void isReachable().then(async (reachable) => {
      if (!reachable) return (address && (await openCopy(address))) || warnOfLostConnection()
      passed = target
      pass()
      passed = null
    })
  }
  const onClick = (event: MouseEvent) => {
    const link = linkIn(event)
    if (link) check(event, link, () => link.click(), link.href)
  }
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement
    if (form.dataset.sent === 'by-script' || form.target === '_blank') return
    // The worker handles it, online or offline.
    if (new URL(form.action).pathname === '/logout' && navigator.serviceWorker?.controller) return
    check(event, form, () => form.submit())
  }
  // A copy knows the routes of its own page only, and cannot ask for those of the page behind it.
  const onPopState = (event: PopStateEvent) => {
    if (!('copy' in document.documentElement.dataset && isKnownLost())) return
    event.stopImmediatePropagation()
    location.reload()
  }
  window.addEventListener('popstate', onPopState, true)
  // On the window, before React's listener on the document.
  window.addEventListener('click', onClick, true)
  window.addEventListener('submit', onSubmit, true)
}

// Before hydration: a click in the middle of it reaches the router without an effect having run.
if (typeof window !== 'undefined') guardPage()

/** The link to another page of this site that a plain click follows. */
function linkIn(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target === '_blank' || link.origin !== location.origin) return null
  const isHere =
    link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  return isHere || link.hasAttribute('download') ? null : link
}

/** The smallest file. */
const isReachable = () =>
  fetch('/favicon.svg', {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    ({ status }) => status < 500,
    () => false,
  )
