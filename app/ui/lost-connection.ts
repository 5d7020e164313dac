import { useEffect, useRef } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { say } from './say.ts'

/**
 * Why a form was not answered: the browser was offline before it was sent; the connection broke, so that nobody knows
 * whether it arrived; the session had ended, somebody else is signed in by now, or more was sent than is taken, so that
 * nothing was done; or it was done, and only the page that says so did not arrive.
 */
export type Unanswered = 'offline' | 'lost' | 'ended' | 'somebody-else' | 'too-large' | 'done'

const unanswered = new EventTarget()
const untold = new EventTarget()
let latest: Unanswered = 'lost'

/** Thrown by what sends a form by other means than `fetch`. */
export class LostConnection extends Error {}
export class EndedSession extends Error {}
export class SomebodyElse extends Error {}

/** Tells the form that was just sent why it has no answer. */
export function tellForm(why: Unanswered) {
  latest = why
  unanswered.dispatchEvent(new CustomEvent('unanswered', { detail: why }))
}

/** For a form that was sent: hears why it has no answer. */
export function useLost(tell: (why: Unanswered) => void) {
  const newest = useRef(tell)
  useEffect(() => {
    newest.current = tell
  })
  useEffect(() => {
    const hear = (event: Event) => newest.current((event as CustomEvent<Unanswered>).detail)
    unanswered.addEventListener('unanswered', hear)
    return () => unanswered.removeEventListener('unanswered', hear)
  }, [])
}

const words: Record<Unanswered, string> = {
  offline:
    'You are offline. Nothing was sent; what you typed is kept. Try again when the connection is back.',
  lost: 'The connection was lost before the answer came. What you typed is kept. Send it again when the connection is back: nothing is done twice.',
  ended: 'Your session ended. Nothing was saved. Sign in in another tab, then send again.',
  'somebody-else':
    'Somebody else is signed in in this browser now. Nothing was saved; what you typed is kept. Sign in as yourself in another tab, then send again.',
  done: 'This was saved; only the answer was lost on its way. There is no need to send it again.',
  'too-large':
    'This is more than can be sent at once. Nothing was saved; what you typed is kept. Shorten it and send again.',
}

/** What a form says that has no answer. */
export function lostWords(why: Unanswered): string {
  return words[why]
}

/** What is said of a button whose press has no answer: nothing was typed that could be kept. */
export function lostPress(): string {
  if (latest === 'offline')
    return 'You are offline. Nothing was sent. Try again when the connection is back.'
  if (latest === 'lost') {
    return 'The connection was lost before the answer came. Press again when the connection is back: nothing is done twice.'
  }
  return words[latest]
}

/** Says on the page as it stands that it cannot be left, because nothing can be loaded. */
export function tellLost() {
  const title = navigator.onLine ? 'The connection is lost' : 'You are offline'
  if (!say({ kind: 'warning', title, text: 'This page stays as it is.' }))
    untold.dispatchEvent(new Event('untold'))
}

/** For a page that has no place for toasts. */
export function onUntold(tell: () => void): () => void {
  untold.addEventListener('untold', tell)
  return () => untold.removeEventListener('untold', tell)
}

/** Each browser words it differently, and no other property tells it from a bug. */
export function isLostConnection(result: unknown): boolean {
  const fault = thrownIn(result)
  if (fault instanceof LostConnection || isAway(fault)) return true
  return (
    fault instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(fault.message)
  )
}

/** A program that is just being started, or the proxy before it, answered in place of a page. */
function isAway(fault: unknown): boolean {
  return isRouteErrorResponse(fault) && [502, 503, 504].includes(fault.status)
}

/** The guard's answer to a form sent by script without a session (platform/session.server.ts). */
export function isEndedSession(result: unknown): boolean {
  const fault = thrownIn(result)
  return fault instanceof EndedSession || (isRouteErrorResponse(fault) && fault.status === 401)
}

/** The guard's answer to a page of somebody who is not signed in any more, while another person is. */
export function isSomebodyElse(result: unknown): boolean {
  const fault = thrownIn(result)
  return fault instanceof SomebodyElse || (isRouteErrorResponse(fault) && fault.status === 409)
}

/** The server reads no form beyond its limit (server/app.ts). */
export function isTooLarge(result: unknown): boolean {
  const fault = thrownIn(result)
  return isRouteErrorResponse(fault) && fault.status === 413
}

/** The router wraps what an action of the browser throws, as if it had been answered. */
function thrownIn(result: unknown): unknown {
  const isWrapped =
    typeof result === 'object' &&
    result !== null &&
    'data' in result &&
    !isRouteErrorResponse(result)
  return isWrapped ? result.data : result
}
