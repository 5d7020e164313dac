import { useSyncExternalStore } from 'react'

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

/** Sends a form and notes its progress, which `fetch` cannot tell. Null when the connection was lost on the way. */
export function sendWithProgress(address: string, form: FormData): Promise<XMLHttpRequest | null> {
  return new Promise((done) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => note({ sent: loaded, total })
    request.onloadend = () => {
      note(null)
      done(request.status === 0 ? null : request)
    }
    request.open('POST', address)
    request.send(form)
  })
}
