import { tabsChannel } from './addresses.ts'
import { answerTo, finishLogout } from './answer.ts'

type Told = Event & { ports: readonly MessagePort[] }
type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Waiting & {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}
/** What the types of a page do not know. */
type Scope = {
  location: { href: string }
  addEventListener: ((name: 'fetch', hear: (event: Asked) => void) => void) &
    ((name: 'message', hear: (event: Told) => void) => void) &
    ((name: 'install' | 'activate' | 'sync', hear: (event: Waiting) => void) => void)
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
  registration: {
    navigationPreload?: { enable: () => Promise<void>; disable: () => Promise<void> }
    sync?: { register: (tag: string) => Promise<void> }
  }
}
declare const self: Scope

// A new build's worker takes over at once: copies of pages have no script, so nothing of the former build runs on.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), setPreload()])),
)

/** Firefox shows its own error page when a preloaded page is refused, whatever the worker answers. */
async function setPreload() {
  const { navigationPreload } = self.registration
  await (navigator.userAgent.includes('Firefox/')
    ? navigationPreload?.disable()
    : navigationPreload?.enable())
}

// The page that registers the worker names the company in its address.
const { searchParams } = new URL(self.location.href)

const browser = {
  look: { brand: searchParams.get('brand') ?? '', logo: searchParams.get('logo') },
  storage: caches,
  fetch: (request: Request | string, init?: RequestInit) => fetch(request, init),
  wait: (ms: number) => new Promise<void>((done) => setTimeout(done, ms)),
}

/** Where the browser does not let it, the next page that is opened ends the session. */
async function whenConnected() {
  try {
    await self.registration.sync?.register('logout')
  } catch (fault) {
    if (!(fault instanceof DOMException)) throw fault
  }
}

function tellTabs() {
  const tabs = new BroadcastChannel(tabsChannel)
  tabs.postMessage('left')
  tabs.close()
}

// There is a connection again. The browser tries later what is rejected.
self.addEventListener('sync', (event) =>
  event.waitUntil(
    finishLogout(browser).then((isDone) => {
      if (!isDone) throw new TypeError('the server could not be asked')
    }),
  ),
)

/** A page that had no answer says so; the one that is opened right after it does not wait for one. */
const silenceMs = 3000
let silentUntil = 0
function takeSilence(): boolean {
  const isSilent = performance.now() < silentUntil
  silentUntil = 0
  return isSilent
}
self.addEventListener('message', ({ ports }) => {
  silentUntil = performance.now() + silenceMs
  ports[0]?.postMessage('heard')
})

self.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request, {
    ...browser,
    // The device's clock: nothing but the end of what is kept hangs on it.
    now: () => performance.timeOrigin + performance.now(),
    whenConnected,
    tellTabs,
    preloaded: Promise.resolve(event.preloadResponse),
    later: (work) => event.waitUntil(work),
    takeSilence,
  })
  // Where the browser's store itself fails, nothing is kept, and the page comes as it would without a worker.
  const plain = () => fetch(event.request)
  if (answer) event.respondWith(answer.then((given) => given, plain))
  // What the browser asked for already is not asked for twice: the first answer took the toast along.
  else if (event.preloadResponse && event.request.mode === 'navigate') {
    event.respondWith(event.preloadResponse.then((preloaded) => preloaded ?? plain()))
  }
})
