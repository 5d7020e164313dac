import { chromium, type LaunchOptions } from '@playwright/test'
import { findLaunchOptions } from './browser.ts'
import { Pace } from './pace.ts'
import { brokenBudgets, type Measured, tableOf } from './pages/budget.ts'
import { firstView } from './pages/first-view.ts'
import { medianScores } from './pages/lighthouse.ts'
import { serverTime } from './pages/server-time.ts'
import { withServer } from './running-server.ts'
import { isSmallest, sayScale, words } from './scale.ts'

// How fast the public pages are: each is measured by Lighthouse (mobile, the median of three), by what a first visit
// fetches, and by how long the server takes for the document. Takes about six minutes, and ends non-zero when a budget
// is broken. Paths may be named to measure those only.

const missing = '/nothing-stands-here'
const allPaths = isSmallest
  ? ['/']
  : [
      '/',
      '/investments',
      '/investment/twin-towers',
      '/investment/retail-clothing',
      '/contact',
      missing,
    ]

const pace = new Pace()

async function measure(
  address: string,
  path: string,
  launchOptions: LaunchOptions,
): Promise<Measured> {
  const url = `${address}${path}`
  await pace.sample()
  const serverMs = await serverTime(url, path === missing ? 404 : 200)
  const browser = await chromium.launch(launchOptions)
  const view = await firstView(browser, url).finally(() => browser.close())
  // Lighthouse takes an answer of 404 for a page that could not be loaded.
  const scores = path === missing ? null : await medianScores(url, launchOptions)
  console.log(`Measured ${path}`)
  return { path, view, serverMs, scores }
}

const launchOptions = await findLaunchOptions()
if (launchOptions === null) process.exit(1)
const paths = words.length > 0 ? words : allPaths

const pages = await withServer(async ({ address }) => {
  const measured: Measured[] = []
  for (const path of paths) measured.push(await measure(address, path, launchOptions))
  return measured
})
console.log(`\n${tableOf(pages)}\n\n${pace.summary}\n`)
sayScale()
const broken = brokenBudgets(pages, pace)
for (const line of broken) console.error(line)
if (broken.length > 0) process.exitCode = 1
