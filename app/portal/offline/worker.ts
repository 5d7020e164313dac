import { registerRoute, setCatchHandler } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { portalHome } from '../paths.ts'
import {
  copyHeader,
  isBuildFile,
  isIssuedDocument,
  isOwnPortal,
  isPage,
  signedOutAddress,
} from './addresses.ts'
import { clearCopies, clearOthers, copiesOf, endSession, owesSignOut } from './copies.ts'
import { notice, notKept, signedOut } from './notices.ts'

declare const self: WorkerScope

const { searchParams } = new URL(self.location.href)
/** The registering page names its account. A worker of an earlier version had none and is replaced. */
const account = searchParams.get('account')
const look = { brand: searchParams.get('brand') ?? '', logo: searchParams.get('logo') }

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

if (account !== null) answerFor(account)

/** Completes a queued sign-out before removing copies. */
async function takeOver(): Promise<void> {
  if (await owesSignOut()) await endSession()
  await clearOthers()
  await (account === null ? self.registration.unregister() : self.clients.claim())
}

function answerFor(account: string) {
  const { pages, issuedDocuments, files } = copiesOf(account)
  const online = new NetworkOnly()
  registerRoute(({ url }) => url.pathname === '/logout', signOut, 'POST')
  registerRoute(({ url }) => isBuildFile(url), files)
  registerRoute(
    ({ url, request }) =>
      isOwnPortal(url) && (request.mode === 'navigate' || request.headers.has(copyHeader)),
    async (options) => {
      const { url } = options
      if (await owesSignOut())
        return (await endSession()) ? toSignIn() : notice(signedOut, look, signedOutAddress)
      if (url.pathname === signedOutAddress) return toSignIn()
      const strategy = isIssuedDocument(url) ? issuedDocuments : isPage(url) ? pages : online
      return strategy.handle(options)
    },
  )
  // A failed picture leaves its blurred placeholder.
  registerRoute(({ url }) => url.pathname.startsWith('/pictures/'), online)
  setCatchHandler(async ({ request }) => {
    if (request.destination === 'image') return new Response(noPicture, { headers: svg })
    if (request.mode !== 'navigate') return Response.error()
    const home = await caches.match(portalHome, { ignoreVary: true })
    return notice(notKept(home !== undefined), look)
  })
  self.addEventListener('message', (event) => {
    if (event.data === 'clear') event.waitUntil(clearCopies())
    if (event.data === 'signed-out') event.waitUntil(leaveOtherTabs(event.source?.id))
  })
  self.addEventListener('sync', (event) => event.waitUntil(completeSignOut()))
}

const noPicture = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const svg = { 'Content-Type': 'image/svg+xml' }

const toSignIn = () => new Response(null, { status: 303, headers: { Location: '/login' } })

/** Copies are removed first, online or offline. */
async function signOut({ url }: { url: URL }): Promise<Response> {
  await clearCopies()
  const response = await endSession(url.pathname + url.search)
  if (response) return response
  // Without background sync, the next portal page completes it.
  const waiting = self.registration.sync?.register('sign-out')
  await waiting?.then(null, () => undefined)
  return notice(signedOut, look, signedOutAddress, 'signed-out')
}

/** Background sync retries when this rejects. */
async function completeSignOut(): Promise<void> {
  if ((await owesSignOut()) && !(await endSession())) throw new Error('no answer to the sign-out')
}

async function leaveOtherTabs(present: string | undefined): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window' })
  const others = tabs.filter(({ id, url }) => id !== present && isOwnPortal(new URL(url)))
  await Promise.all(others.map((tab) => tab.navigate(signedOutAddress)))
}

type Waiting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Tab = { id: string; url: string; navigate: (url: string) => Promise<unknown> }
type Message = Waiting & Pick<MessageEvent, 'data'> & { source: { id: string } | null }

/** The part of ServiceWorkerGlobalScope that we use; it conflicts with the DOM types. */
type WorkerScope = {
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
