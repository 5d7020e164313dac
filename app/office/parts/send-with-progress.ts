import { useSyncExternalStore } from 'react'
import { data, redirect } from 'react-router'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import type { Toast } from '../../values/toast.ts'

/** How many bytes of a form have been sent, of how many. */
export type Sending = { sent: number; total: number }

let sending: Sending | null = null
const watchers = new Set<() => void>()

function note(next: Sending | null) {
  sending = next
  for (const watcher of watchers) watcher()
}

/** How far the form is that is being sent, or null. */
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
 * Sends a form with a file to an address that answers as `answerScript` does, and notes its progress, which `fetch`
 * cannot tell. Goes on where a stored one leads. Throws what the page's form says by itself: a lost connection, an ended
 * session, another account's (ui/connection/lost-connection.ts). `failed` is the sentence for an answer that is no reply.
 */
export async function sendWithProgress(address: string, form: FormData, failed: string) {
  try {
    const answer = readAnswer(
      await send(address, form, (sent, total) => note({ sent, total })),
      failed,
    )
    if ('onward' in answer) throw redirect(answer.onward)
    // The status keeps the router from reading the page again.
    return data(answer, { status: 422 })
  } finally {
    note(null)
  }
}

/** Where a stored form leads, or what is wrong with it; throws when there was no answer to it (null: the connection). */
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

/** Null when the connection was lost on the way. `tell` hears how far the bytes are. */
export function send(
  address: string,
  form: FormData,
  tell: (sent: number, total: number) => void,
): Promise<XMLHttpRequest | null> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => tell(loaded, total)
    request.onloadend = () => done(request.status === 0 ? null : request)
    request.open('POST', address)
    request.setRequestHeader('Accept', 'application/json')
    request.send(form)
  })
}
