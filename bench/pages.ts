import { chromium, type LaunchOptions } from '@playwright/test'
import { findLaunchOptions } from './browser.ts'
import { brokenBudgets, type Measured, tableOf } from './pages/budget.ts'
import { firstView } from './pages/first-view.ts'
import { medianScores } from './pages/lighthouse.ts'
import { serverTime } from './pages/server-time.ts'
import { withServer } from './running-server.ts'

// How fast the public pages are: each is measured by Lighthouse (mobile, the median of three), by what a first visit
// fetches, and by how long the server takes for the document. Takes about six minutes, and ends non-zero when a budget
// is broken. Paths may be named to measure those only.

const missing = '/nothing-stands-here'
const allPaths = ['/', '/investments', '/investment/twin-towers', '/investment/retail-clothing', '/contact', missing]

async function measure(address: string, path: string, launchOptions: LaunchOptions): Promise<Measured> {
  const url = `${address}${path}`
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
const paths = process.argv.length > 2 ? process.argv.slice(2) : allPaths

const pages = await withServer(async ({ address }) => {
  const measured: Measured[] = []
  for (const path of paths) measured.push(await measure(address, path, launchOptions))
  return measured
})
console.log(`\n${tableOf(pages)}\n`)
const broken = brokenBudgets(pages)
for (const line of broken) console.error(line)
if (broken.length > 0) process.exitCode = 1
