import { useSyncExternalStore } from 'react'
import { data, redirect } from 'react-router'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import type { Toast } from '../../values/toast.ts'

/** Bytes sent so far, of the total. */
export type Sending = { sent: number; total: number }

let sending: Sending | null = null
const watchers = new Set<() => void>()

function note(next: Sending | null) {
  sending = next
  for (const watcher of watchers) watcher()
}

/** Progress of the current upload, or null. */
export function useSending(): Sending | null {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => sending,
    () => null,
  )
}

/**
 * Uploads a form with XMLHttpRequest, because `fetch` reports no progress, to an address that
 * answers like `answerScript`. Follows the redirect of a stored form. Throws for a lost connection,
 * an ended session or another account. `failed` is the message for any other response.
 */
export async function sendWithProgress(address: string, form: FormData, failed: string) {
  try {
    const answer = readAnswer(
      await send(address, form, (sent, total) => note({ sent, total })),
      failed,
    )
    if ('onward' in answer) throw redirect(answer.onward)
    // This status keeps the router from revalidating.
    return data(answer, { status: 422 })
  } finally {
    note(null)
  }
}

/** The redirect of a stored form or its errors; throws without a usable response (null: the connection was lost). */
export function readAnswer(
  answer: XMLHttpRequest | null,
  failed: string,
): { onward: string } | ActionReply {
  if (answer === null) throw data(null, { status: 503 })
  if ([401, 409, 503].includes(answer.status)) throw data(null, { status: answer.status })
  const onward = answer.getResponseHeader('Location')
  if (onward !== null) return { onward }
  const isReply = answer.getResponseHeader('Content-Type')?.startsWith('application/json') ?? false
  if (isReply) return JSON.parse(answer.responseText)
  const toast: Toast = { kind: 'error', title: 'Upload failed', text: failed }
  return { reply: { errors: {}, values: {}, message: failed }, toast }
}

/** Null when the connection was lost. `onProgress` receives it while sending. */
export function send(
  address: string,
  form: FormData,
  onProgress: (sent: number, total: number) => void,
): Promise<XMLHttpRequest | null> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onloadend = () => done(request.status === 0 ? null : request)
    request.open('POST', address)
    request.setRequestHeader('Accept', 'application/json')
    request.send(form)
  })
}
