import { use, useEffect, useSyncExternalStore } from 'react'
import { UNSAFE_DataRouterContext, useLocation } from 'react-router'
import { type CompanyLook, useCompanyLook } from '../../ui/company-look.ts'
import { onWayLost } from '../../ui/keep-the-page.ts'
import {
  addressOf,
  dropCopy,
  forgetCopies,
  keepPage,
  keptAddresses,
  oweLogout,
} from '../../ui/kept-copies.ts'
import { formatInstantWithZone } from '../../values/relative-time.ts'
import { forgetAddress, isKeptPage, portal, tabsChannel, workerAddress } from './addresses.ts'
import { snapshot } from './snapshot.ts'
import './offline.css'

/** What is drawn later than the rest, the charts, is there by then. */
const settledMs = 800

type Props = { account: string; isOwn: boolean; readAt: Date }

/**
 * Keeps the page on screen on this device, so that it can be read without a connection; only one's own, and nothing when
 * somebody looks at another's portal. Says so, with the moment, when the connection is gone. Draws nothing else.
 */
export function KeptPages({ account, isOwn, readAt }: Props) {
  useWorker(isOwn, useCompanyLook())
  useKeeping({ account, isOwn, readAt })
  useCopies(isOwn)
  useWayLost(isOwn)
  const isOffline = useSyncExternalStore(
    hearConnection,
    () => !navigator.onLine,
    () => false,
  )
  const [day, time] = formatInstantWithZone(readAt).split(', ')
  return (
    <section aria-label="Offline" data-offline hidden={!isOffline} className="offline-banner">
      <p role="status">
        <strong>You are offline.</strong> This is what it looked like on{' '}
        <time dateTime={readAt.toISOString()}>
          {day} at {time}
        </time>
        .
      </p>
    </section>
  )
}

/** Only over https, or on this machine, does a browser keep anything; in development pages change too often. */
const keeps = () => import.meta.env.PROD && 'caches' in window && 'serviceWorker' in navigator

/** A full device, a private window or a line that breaks: nothing is kept then, and the page is none the worse. */
function doWithout(fault: unknown) {
  if (!(fault instanceof DOMException || fault instanceof TypeError)) throw fault
}

/** It answers for every page of the portal that is opened, also from one that began at the sign-in and has no controller. */
let worker: ServiceWorkerRegistration | undefined

/** Registering waits for an update that the browser has begun, on a dead line for very long; who controls the page is known. */
const activeWorker = () => navigator.serviceWorker.controller ?? worker?.active ?? null

function useWorker(isOwn: boolean, { brand, logo }: CompanyLook) {
  useEffect(() => {
    if (!keeps()) return
    if (!isOwn) return void forgetCopies(caches)
    const registering = navigator.serviceWorker.register(workerAddress({ brand, logo }), {
      scope: portal,
    })
    void registering.then((registered) => (worker = registered)).catch(doWithout)
  }, [isOwn, brand, logo])
}

/** Whether whoever saw the page has logged out since: a copy that was being made then must not come afterwards. */
let isLeft = false

function useKeeping({ account, isOwn, readAt }: Props) {
  const router = use(UNSAFE_DataRouterContext)?.router
  const place = useLocation()
  useEffect(() => {
    const url = new URL(addressOf(place), location.origin)
    if (!keeps() || !isOwn || account === '' || !isKeptPage(url)) return
    isLeft = false
    const timer = setTimeout(() => {
      const { errors, navigation } = router?.state ?? {}
      // A screen that says that it could not be read is no copy of what was seen.
      if (isLeft || errors || navigation?.state !== 'idle' || location.pathname !== url.pathname)
        return
      const { files, ...shown } = snapshot(document, addressOf(url))
      void keepPage(caches, {
        account,
        address: addressOf(url),
        at: readAt.getTime(),
        files,
        ...shown,
      })
        .then(dropFallenPaper)
        .catch(doWithout)
        .then(() => (isLeft ? forgetCopies(caches) : undefined))
    }, settledMs)
    return () => clearTimeout(timer)
  }, [router, place, account, isOwn, readAt])
}

/** The PDF that was kept of a paper which was voided or replaced since says nothing of it, unlike its page. */
async function dropFallenPaper() {
  if (document.querySelector('[data-fallen]')) await dropCopy(caches, `${location.pathname}/pdf`)
}

/** Removes the copies at logout and when the session turns out to have ended, and leads to them without a connection. */
function useCopies(isOwn: boolean) {
  useEffect(() => {
    if (!keeps() || !isOwn) return
    const tabs = new BroadcastChannel(tabsChannel)
    const leave = () => {
      isLeft = true
      void forgetCopies(caches)
    }
    const onLogout = (event: SubmitEvent) => {
      const { target } = event
      const action = target instanceof HTMLFormElement ? target.getAttribute('action') : null
      if (!action?.startsWith('/logout')) return
      leave()
      // The answer that ends the session takes the note away, and so does the sign-in that it leads to.
      if (activeWorker()) void oweLogout(caches).catch(doWithout)
      tabs.postMessage('left')
      if (!clearScreen(target as HTMLFormElement)) return leaveLate()
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    let isPassedOn = false
    const onClick = (event: MouseEvent) => {
      const link = navigator.onLine || isPassedOn ? null : linkIn(event)
      if (!link) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const address = addressOf(link)
      void isKept(address).then((kept) => {
        if (kept) return location.assign(address)
        // The page says itself that it leads nowhere.
        isPassedOn = true
        link.click()
        isPassedOn = false
      })
    }
    tabs.onmessage = () => {
      if (isLeft) return
      leave()
      if (!clearScreen(document.querySelector<HTMLFormElement>('form[action^="/logout"]')))
        leaveLate()
    }
    window.addEventListener('submit', onLogout, true)
    window.addEventListener('click', onClick, true)
    return () => {
      tabs.close()
      window.removeEventListener('submit', onLogout, true)
      window.removeEventListener('click', onClick, true)
      if (location.pathname.startsWith('/login')) leave()
    }
  }, [isOwn])
}

/** Where Back, Forward or a link ask for what does not come: the copy. After Back the browser is there already. */
function useWayLost(isOwn: boolean) {
  useEffect(() => {
    if (!keeps() || !isOwn) return
    return onWayLost(async (asked) => {
      const address = addressOf(asked)
      if (!(await isKept(address))) return false
      await tellWorker()
      if (addressOf(location) === address) location.reload()
      else location.assign(address)
      return true
    })
  }, [isOwn])
}

const heardWithinMs = 500

/** It need not wait again for a network that has given no answer. */
async function tellWorker(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise<void>((heard) => {
    port1.onmessage = () => heard()
    setTimeout(heard, heardWithinMs)
    activeWorker()?.postMessage('no answer', [port2])
  })
  port1.close()
}

async function isKept(address: string): Promise<boolean> {
  const kept = await keptAddresses(caches, performance.timeOrigin + performance.now()).catch(
    doWithout,
  )
  return kept?.includes(address) ?? false
}

/** Without a connection what is on screen goes too, in every tab: the worker says what becomes of the session. */
function clearScreen(logout: HTMLFormElement | null): boolean {
  if (navigator.onLine || !activeWorker() || !logout) return false
  logout.setAttribute('action', forgetAddress)
  logout.submit()
  return true
}

const patienceMs = 8000

/** Nothing answered the logout, neither the page that it leads to nor, in another tab, the end of the session. */
function leaveLate() {
  if (!activeWorker()) return
  setTimeout(() => {
    if (isLeft && location.pathname.startsWith(portal))
      void tellWorker().then(() => location.replace(forgetAddress))
  }, patienceMs)
}

/** The link to another page of this site that a plain click would follow in this tab. */
function linkIn({
  target,
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
}: MouseEvent): HTMLAnchorElement | null {
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = target instanceof Element ? target.closest('a') : null
  const leadsOn = link && link.target !== '_blank' && link.origin === location.origin
  return leadsOn && link.pathname !== location.pathname ? link : null
}

function hearConnection(hear: () => void): () => void {
  window.addEventListener('online', hear)
  window.addEventListener('offline', hear)
  return () => {
    window.removeEventListener('online', hear)
    window.removeEventListener('offline', hear)
  }
}
