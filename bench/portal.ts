import { chromium } from '@playwright/test'
import { answerTime } from './answer-time.ts'
import { findLaunchOptions } from './browser.ts'
import { withLargeServer } from './large/large-server.ts'
import { isComplete, largeDataDir } from './large/place.ts'
import { Pace } from './pace.ts'
import { firstView } from './pages/first-view.ts'
import { visitScreens } from './portal/navigation.ts'
import { sayScale, scaled, words } from './scale.ts'
import { someInvestor as investor, signIn, storageStateOf } from './sign-in.ts'

// What the portal costs an investor who holds twenty investments, on the data of `npm run demo:large`, which is made
// first: the server's time for the dashboard, what a first visit fetches, and what each screen after it does. A folder may
// be named behind it. Ends non-zero when a budget is broken.

/** In the smallest company one fewer. */
const held = scaled(20, 19)
// Of a server that has been running: what it compiles as it goes settles after about a thousand answers.
const often = { warmUp: scaled(1_000, 1), rounds: scaled(200, 1) }
const pace = new Pace()

const dataDir = largeDataDir(words[0])
if (!isComplete(dataDir)) {
  console.error(`There is no large demo in ${dataDir}. Make it with:  npm run demo:large`)
  process.exit(1)
}
const launchOptions = await findLaunchOptions()
if (launchOptions === null) process.exit(1)

type Line = { what: string; value: number; unit: string; most: number; note?: string }

const lines = await withLargeServer(dataDir, async ({ address }): Promise<Line[]> => {
  const cookie = await signIn(address, investor)
  const dashboard = `${address}/investment-dashboard`
  await expectInvestments(address, cookie)
  await pace.sample()
  const loaded = await answerTime(`${dashboard}.data`, cookie, often)
  const whole = await answerTime(dashboard, cookie, often)
  await pace.sample()
  const browser = await chromium.launch(launchOptions)
  try {
    const signedIn = { storageState: storageStateOf(address, cookie) }
    const view = await firstView(browser, dashboard, signedIn)
    const visits = await visitScreens(browser, dashboard, signedIn)
    return [
      { what: 'Dashboard, its data: server time', value: loaded.half, unit: 'ms', most: 20 },
      {
        what: 'Dashboard, the whole document: server time',
        value: whole.half,
        unit: 'ms',
        most: 20,
      },
      {
        what: 'Dashboard, first view: JavaScript',
        value: view.script / 1000,
        unit: 'KB',
        most: 170,
      },
      ...visits.map(({ path, bytes, dearest }) => ({
        what: `From there to ${path}`,
        value: bytes / 1000,
        unit: 'KB',
        most: 10,
        note: dearest,
      })),
    ]
  } finally {
    await browser.close()
  }
})

/** What is measured is what it says: someone with twenty investments, on two pages. */
async function expectInvestments(address: string, cookie: string) {
  const pages = [1, 2].map((page) => `${address}/investment-dashboard/investments?page=${page}`)
  const texts = await Promise.all(
    pages.map(async (url) => (await fetch(url, { headers: { cookie } })).text()),
  )
  const links = new Set(texts.join().match(/investments\/[0-9a-f-]{36}/g))
  if (links.size !== held)
    throw new Error(`${investor} has ${links.size} investments and not ${held}`)
}

console.log('\n| what | measured | allowed | the largest of it |\n|---|---|---|---|')
for (const { what, value, unit, most, note = '' } of lines) {
  console.log(`| ${what} | ${value.toFixed(1)} ${unit} | ${most} ${unit} | ${note} |`)
}
console.log(`\n${pace.summary}`)
sayScale()
const allowed = ({ most, unit }: Line) => (unit === 'ms' ? pace.allowed(most) : most)
const broken = lines.filter((line) => line.value > allowed(line))
for (const line of broken) {
  const { what, value, unit } = line
  console.error(
    `${what}: ${value.toFixed(1)} ${unit}, allowed are ${allowed(line).toFixed(1)} ${unit}`,
  )
}
if (broken.length > 0) process.exitCode = 1
