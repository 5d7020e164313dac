import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { isTakenOver, phone } from '../pages/first-view.ts'

/** What a first visit over a slow connection costs; sizes in bytes on the wire, times in ms from the start of the navigation. */
export type SlowView = {
  script: number
  scriptFiles: number
  fonts: number
  bytes: number
  firstPaint: number
  largestPaint: number
  /** What was painted last as the largest: the path of a picture, or the first words of a text. */
  largest: string
  /** What long tasks take beyond 50 ms each. */
  blocking: number
}

type Request = { type: string; bytes: number; isOpen: boolean }

/** 400 kbit/s each way, 400 ms latency, a quarter of this machine's processor. */
const slowLine = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
}
const slowdown = 4
const quietMs = 2_000

/** Of a visitor, or of the person with the cookies of `signedIn`, with nothing cached. */
export async function slowView(
  browser: Browser,
  url: string,
  signedIn: BrowserContextOptions = {},
): Promise<SlowView> {
  const context = await browser.newContext({ ...phone, ...signedIn })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const requests = await watchRequests(session)
    await session.send('Network.emulateNetworkConditions', slowLine)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(watchPaints)
    await page.goto(url, { timeout: 120_000 })
    await page.waitForFunction(isTakenOver, null, { timeout: 60_000 })
    await untilQuiet(requests)
    return { ...sizesOf([...requests.values()]), ...(await timesOf(page)) }
  } finally {
    await context.close()
  }
}

async function watchRequests(session: CDPSession): Promise<Map<string, Request>> {
  const requests = new Map<string, Request>()
  const finish = (id: string, bytes: number) => {
    const request = requests.get(id)
    if (request) Object.assign(request, { bytes, isOpen: false })
  }
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    // An event stream stays open.
    const isOpen = type !== 'EventSource'
    if (!request.url.startsWith('data:')) requests.set(requestId, { type, bytes: 0, isOpen })
  })
  session.on('Network.loadingFinished', (end) => finish(end.requestId, end.encodedDataLength))
  session.on('Network.loadingFailed', ({ requestId }) => finish(requestId, 0))
  await session.send('Network.enable')
  return requests
}

/** Ends when nothing has been open for two seconds. */
async function untilQuiet(requests: Map<string, Request>): Promise<void> {
  for (let quiet = 0; quiet < quietMs; quiet += 100) {
    await setTimeout(100)
    if ([...requests.values()].some(({ isOpen }) => isOpen)) quiet = 0
  }
}

function sizesOf(requests: Request[]) {
  const sum = (list: Request[]) => list.reduce((total, { bytes }) => total + bytes, 0)
  const ofType = (type: string) => requests.filter((request) => request.type === type)
  return {
    script: sum(ofType('Script')),
    scriptFiles: ofType('Script').length,
    fonts: sum(ofType('Font')),
    bytes: sum(requests),
  }
}

type Seen = Pick<SlowView, 'firstPaint' | 'largestPaint' | 'largest' | 'blocking'>
type Watched = Window & { seen: Seen }

/** Runs in the page, before anything of it does. */
function watchPaints() {
  const seen: Seen = { firstPaint: 0, largestPaint: 0, largest: '', blocking: 0 }
  Object.assign(window, { seen })
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({
      type,
      buffered: true,
    })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  watch('largest-contentful-paint', (entry) => {
    const { url, element } = entry as PerformanceEntry & { url: string; element: Element | null }
    seen.largestPaint = entry.startTime
    seen.largest = url || (element?.textContent ?? '').slice(0, 40)
  })
  watch('longtask', ({ duration }) => {
    seen.blocking += duration - 50
  })
}

function timesOf(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as Watched).seen)
}
