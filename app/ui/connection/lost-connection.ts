import { useEffect, useRef } from 'react'
import { type data, isRouteErrorResponse } from 'react-router'
import { showToast } from '../feedback/show-toast.ts'

/**
 * Why a form was not answered: the browser was offline before it was sent; the connection broke, so that it may or may
 * not have arrived; the session had ended, another account is signed in by now, or it was larger than the server takes,
 * so that nothing was done; or it was done, and only the page that says so did not arrive.
 */
export type Unanswered = 'offline' | 'lost' | 'ended' | 'somebody-else' | 'too-large' | 'done'

/** The guards' statuses for forms sent by script (platform/http/sent-forms.server.ts), and those of a server that starts. */
const reasons: Record<number, Unanswered> = {
  401: 'ended',
  409: 'somebody-else',
  413: 'too-large',
  502: 'lost',
  503: 'lost',
  504: 'lost',
}

/** Why a loader or action has no answer of its own; undefined for any other fault. */
export function whyUnanswered(result: unknown): Unanswered | undefined {
  if (isRouteErrorResponse(result)) return reasons[result.status]
  // What the browser's own part of an action throws comes as `data`, or inside it.
  const thrown = result as Partial<ReturnType<typeof data>> | null
  const fault = thrown?.data ?? result
  // Each browser words it differently, and no other property tells it from a bug.
  const isNetworkError =
    fault instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(fault.message)
  return reasons[thrown?.init?.status ?? 0] ?? (isNetworkError ? 'lost' : undefined)
}

const events = new EventTarget()
let latest: Unanswered = 'lost'

/** Tells the form that was just sent why it has no answer. */
export function notifyForm(why: Unanswered) {
  latest = why
  events.dispatchEvent(new Event('unanswered'))
}

/** For a form that was sent: hears why it has no answer. */
export function useUnanswered(tell: (why: Unanswered) => void) {
  const newest = useRef(tell)
  useEffect(() => {
    newest.current = tell
  })
  useEffect(() => listenFor('unanswered', () => newest.current(latest)), [])
}

const words: Record<Unanswered, string> = {
  offline:
    'You are offline. Nothing was sent; your entries are kept. Try again when the connection is back.',
  lost: 'The connection was lost. Your entries are kept. Send again when the connection is back; nothing is done twice.',
  ended: 'Your session ended. Nothing was saved. Sign in in another tab, then send again.',
  'somebody-else':
    'Another account is signed in in this browser. Nothing was saved; your entries are kept. Sign in to your account in another tab, then send again.',
  done: 'This was saved. There is no need to send it again.',
  'too-large':
    'This is too long. Nothing was saved; your entries are kept. Shorten it and send again.',
}

/** What a form says that has no answer. */
export const unansweredMessage = (why: Unanswered): string => words[why]

/** What is said of a button whose press has no answer: nothing was typed that could be kept. */
export function unansweredButtonMessage(): string {
  if (latest === 'offline')
    return 'You are offline. Nothing was sent. Try again when the connection is back.'
  if (latest === 'lost')
    return 'The connection was lost. Try again when the connection is back; nothing is done twice.'
  return words[latest]
}

/** Says that the page on screen cannot be left, because nothing can be loaded. */
export function warnOfLostConnection() {
  const title = navigator.onLine ? 'The connection is lost' : 'You are offline'
  if (!showToast({ kind: 'warning', title, text: 'This page does not update.' }))
    events.dispatchEvent(new Event('no-toaster'))
}

/** For a page that has no place for toasts. */
export const onNoToaster = (tell: () => void) => listenFor('no-toaster', tell)

function listenFor(name: string, listener: () => void): () => void {
  events.addEventListener(name, listener)
  return () => events.removeEventListener(name, listener)
}
