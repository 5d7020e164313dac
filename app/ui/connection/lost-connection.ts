import { type data, isRouteErrorResponse } from 'react-router'
import { showToast } from '../feedback/show-toast.ts'

/**
 * Why a form has no response: offline before sending; connection lost, outcome unknown; session
 * ended, other account or too large, nothing was done; or done, but the page could not be loaded.
 */
export type Unanswered = 'offline' | 'lost' | 'ended' | 'somebody-else' | 'too-large' | 'done'

/** Statuses of platform/http/sent-forms.server.ts, and of a server that starts. */
const reasons: Record<number, Unanswered> = {
  401: 'ended',
  409: 'somebody-else',
  413: 'too-large',
  502: 'lost',
  503: 'lost',
  504: 'lost',
}

/** Why a loader or action has no response; undefined for any other error. */
export function whyUnanswered(result: unknown): Unanswered | undefined {
  if (isRouteErrorResponse(result)) return reasons[result.status]
  // Errors of client code arrive as `data`, or inside it.
  const thrown = result as Partial<ReturnType<typeof data>> | null
  const fault = thrown?.data ?? result
  // Browsers word it differently, and no other property distinguishes it.
  const isNetworkError =
    fault instanceof TypeError && /failed to fetch|networkerror|load failed/i.test(fault.message)
  return reasons[thrown?.init?.status ?? 0] ?? (isNetworkError ? 'lost' : undefined)
}

const events = new EventTarget()
let latest: Unanswered = 'lost'

export function notifyForm(why: Unanswered) {
  latest = why
  events.dispatchEvent(new Event('unanswered'))
}

export const latestReason = () => latest

export const onUnanswered = (listener: () => void) => listenFor('unanswered', listener)

/** Warns that no other page can be loaded. */
export function warnOfLostConnection() {
  const title = navigator.onLine ? 'The connection is lost' : 'You are offline'
  if (!showToast({ kind: 'warning', title, text: 'This page does not update.' }))
    events.dispatchEvent(new Event('no-toaster'))
}

/** For pages without toasts. */
export const onNoToaster = (listener: () => void) => listenFor('no-toaster', listener)

function listenFor(name: string, listener: () => void): () => void {
  events.addEventListener(name, listener)
  return () => events.removeEventListener(name, listener)
}
