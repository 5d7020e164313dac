type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Tab = { id: string; url: string; navigate: (url: string) => Promise<unknown> }
type Message = Waiting & Pick<MessageEvent, 'data'> & { source: { id: string } | null }

/** The part of ServiceWorkerGlobalScope that we use; it conflicts with the DOM types. */
export type WorkerScope = {
  location: { href: string }
  addEventListener: ((name: 'message', listener: (event: Message) => void) => void) &
    ((name: 'install' | 'activate' | 'sync', listener: (event: Waiting) => void) => void)
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window' }) => Promise<readonly Tab[]>
  }
  registration: {
    unregister: () => Promise<boolean>
    sync?: { register: (tag: string) => Promise<void> }
  }
}
