import { answerTo } from './answer.ts'

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Waiting & {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
/** What the types of a page do not know. */
type Scope = {
  addEventListener: ((name: 'fetch', hear: (event: Asked) => void) => void) &
    ((name: 'install' | 'activate', hear: (event: Waiting) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: { navigationPreload?: { enable: () => Promise<void> } }
}
declare const self: Scope

// A new build's worker takes over at once: copies of pages have no script, so nothing of the former build runs on.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
)

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request, {
    storage: caches,
    fetch: (request, init) => fetch(request, init),
    // The device's clock: nothing but the end of what is kept hangs on it.
    now: () => performance.timeOrigin + performance.now(),
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    preloaded: Promise.resolve(event.preloadResponse),
    later: (work) => event.waitUntil(work),
  })
  // Where the browser's store itself fails, nothing is kept, and the page comes as it would without a worker.
  const plain = () => fetch(event.request)
  if (answer) event.respondWith(answer.then((given) => given, plain))
  // What the browser asked for already is not asked for twice: the first answer took the toast along.
  else if (event.preloadResponse && event.request.mode === 'navigate') {
    event.respondWith(event.preloadResponse.then((preloaded) => preloaded ?? plain()))
  }
})
