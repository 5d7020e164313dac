import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { recordTransfers, type Transfer, untilIdle } from './transfers.ts'

/** What a first visit with an empty cache fetches until the network is idle, without scrolling; all sizes in bytes. */
export type FirstView = {
  /** Without the pictures that are marked as lazy. */
  eager: number
  all: number
  script: number
  style: number
  font: number
  document: number
  /** The picture that is the largest thing painted; null when that is text. */
  largestPicture: { name: string; bytes: number } | null
  /** Cumulative layout shift. */
  shift: number
  /** Requests to another place than ours. */
  foreign: string[]
}

/** A phone of the issue: 390 by 844 at double density. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}

/** Of a visitor, or of anyone who has signed in with the cookies of `signedIn`. */
export async function firstView(
  browser: Browser,
  url: string,
  signedIn: BrowserContextOptions = {},
): Promise<FirstView> {
  const context = await browser.newContext({ ...phone, ...signedIn })
  try {
    const page = await context.newPage()
    const transfers = await recordTransfers(await context.newCDPSession(page))
    await page.addInitScript(watchPaints)
    await page.goto(url)
    await page.waitForFunction(isTakenOver)
    await untilIdle(transfers)
    return summarise(url, transfers, await readPage(page))
  } finally {
    await context.close()
  }
}

/** Runs in the page: its script begins after it was painted, which on a busy machine is after a quiet second. */
export function isTakenOver() {
  return Object.keys(document).some((name) => name.startsWith('__reactContainer'))
}

type Seen = { shift: number; largest: string }
type Watched = Window & { seen: Seen }

/** Runs in the page, before anything of it does. */
function watchPaints() {
  const seen: Seen = { shift: 0, largest: '' }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.largest = (entry as PerformanceEntry & { url: string }).url
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

function readPage(page: Page) {
  return page.evaluate(() => ({
    ...(window as unknown as Watched).seen,
    lazy: [...document.images]
      .filter(({ loading }) => loading === 'lazy')
      .map(({ currentSrc }) => currentSrc),
  }))
}

function summarise(
  url: string,
  transfers: Transfer[],
  { shift, largest, lazy }: Seen & { lazy: string[] },
): FirstView {
  const sum = (counts: (transfer: Transfer) => boolean) =>
    transfers.filter(counts).reduce((total, { bytes }) => total + bytes, 0)
  const ofType = (type: RegExp) => sum(({ mediaType }) => type.test(mediaType))
  const { origin } = new URL(url)
  return {
    eager: sum((transfer) => !lazy.includes(transfer.url)),
    all: sum(() => true),
    script: ofType(/javascript/),
    style: ofType(/^text\/css/),
    font: ofType(/^(application\/)?font/),
    document: sum((transfer) => transfer.url === url),
    largestPicture: largest
      ? { name: new URL(largest).pathname, bytes: sum((transfer) => transfer.url === largest) }
      : null,
    shift,
    foreign: transfers
      .map((transfer) => transfer.url)
      .filter((address) => new URL(address).origin !== origin),
  }
}
