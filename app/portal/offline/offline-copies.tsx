import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { clearOfflineCopies } from '../../ui/connection/stored-copies.ts'
import { useCompanyLook } from '../../ui/layout/company-look.ts'
import { formatInstantWithZone } from '../../values/relative-time.ts'
import { copyHeader, isBuildFile, isIssuedDocument, isPage, workerAddress } from './addresses.ts'

/** Waits until the page has loaded its own resources. */
const settledMs = 1000

/** The sticky sidebar moves below the banner. */
const belowBanner =
  '[&:not([hidden])~.shell>.side]:top-[2.45rem] [&:not([hidden])~.shell>.side]:h-[calc(100dvh-2.45rem)]'

type Props = {
  account: string
  isOwn: boolean
  readAt: Date
  /** This document shows a toast once, so it is not stored. */
  hasToast: boolean
  isSaver: boolean
}

/** Stores the portal's pages on this device; while offline, says how old they are. */
export function OfflineCopies(props: Props) {
  const { readAt } = props
  const [firstReadAt] = useState(readAt)
  const isMarked = useBrowser(() => 'copy' in document.documentElement.dataset)
  const isCopy = isMarked && readAt.getTime() === firstReadAt.getTime()
  const isOffline = useBrowser(() => !navigator.onLine) || isCopy
  useStoring(props, isCopy)
  const [day, time] = formatInstantWithZone(readAt).split(', ')
  return (
    <section
      aria-label="Offline"
      hidden={!isOffline}
      className={`sticky top-0 z-40 bg-(--ink) px-4 py-2.5 text-center text-sm leading-snug text-balance text-[oklch(0.97_0.008_100)] print:static dark:bg-[oklch(0.33_0.03_85)] ${belowBanner}`}
    >
      <p role="status">
        <strong>You are offline.</strong> Saved copy from{' '}
        <time dateTime={readAt.toISOString()} className="whitespace-nowrap">
          {day} at {time}
        </time>
        .
      </p>
    </section>
  )
}

/** Service workers need https or localhost; in development pages change too often. */
const isSupported = () => import.meta.env.PROD && 'caches' in window && 'serviceWorker' in navigator

/**
 * The worker stores documents that the browser requests. After a client navigation the document is
 * fetched once more, except with the data saver.
 */
function useStoring(props: Props, isCopy: boolean) {
  const { account, isOwn, isSaver, hasToast } = props
  const { brand, logo } = useCompanyLook()
  const { pathname, search } = useLocation()
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isSupported()) return
    if (!isOwn) return void clearOfflineCopies()
    const url = new URL(pathname + search, location.origin)
    const isStored = isFirst.current && !hasToast && isFromWorker(account)
    isFirst.current = false
    const isWanted = !isStored && !isCopy && !isSaver && (isPage(url) || isIssuedDocument(url))
    const documents = isWanted ? [[url.href, { headers: { [copyHeader]: '1' } }]] : []
    const left = new AbortController()
    const timer = setTimeout(() => {
      const address = workerAddress({ account, brand, logo })
      // Registration fails on full devices and in private windows; the page works without it.
      void navigator.serviceWorker.register(address).then(
        async ({ installing, waiting, active }) => {
          const worker = installing ?? waiting ?? active
          await activated(worker)
          const store = (urlsToCache: readonly unknown[]) =>
            worker?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } })
          store(documents)
          onBuildFiles(store, left.signal)
        },
        () => undefined,
      )
    }, settledMs)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [account, isOwn, brand, logo, pathname, search, isCopy, isSaver, hasToast])
}

function isFromWorker(account: string): boolean {
  const [opened] = performance.getEntriesByType('navigation')
  const worker = navigator.serviceWorker.controller
  return opened?.name === location.href && (worker?.scriptURL.includes(account) ?? false)
}

function activated(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve) => {
    const look = () => worker?.state === 'activated' && resolve()
    worker?.addEventListener('statechange', look)
    look()
  })
}

/**
 * Passes on the build files that this page has loaded or loads, because the worker does not see
 * those requested before it took over the page.
 */
function onBuildFiles(store: (urls: readonly string[]) => void, left: AbortSignal): void {
  const observer = new PerformanceObserver((list) => {
    const urls = list.getEntries().map(({ name }) => new URL(name))
    const files = urls.filter((url) => url.origin === location.origin && isBuildFile(url))
    store(files.map(({ href }) => href))
  })
  if (!left.aborted) observer.observe({ type: 'resource', buffered: true })
  left.addEventListener('abort', () => observer.disconnect())
}

function useBrowser(read: () => boolean): boolean {
  return useSyncExternalStore(subscribe, read, () => false)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
