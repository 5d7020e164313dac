import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoAdminEmail, demoInvestorEmail, demoPassword } from '../../app/demo/sign-ins.ts'
import { stopProcess } from '../../bench/cluster/process.ts'
import type { RunningServer } from '../../bench/running-server.ts'
import { say } from '../../server/progress.ts'
import { aPdf } from '../journeys/sample-files.ts'
import type { Driven } from './driven.ts'

const longestMs = 30_000
const portal = '/investment-dashboard'

/** Signs in, looks at both dashboards, records a payment, stores a document and opens it, and goes offline. */
export async function smokeJourney(
  browser: Driven,
  server: RunningServer,
  folder: string,
): Promise<void> {
  const steps: [string, () => Promise<void>][] = [
    ['an administrator signs in', () => signIn(browser, server, demoAdminEmail)],
    ['the dashboard fits and shows its figures', () => lookAtDashboard(browser)],
    ['a payment is recorded', () => recordPayment(browser, server)],
    ['a document is uploaded', () => uploadDocument(browser, server, folder)],
    ['an investor signs in', () => signInAnew(browser, server)],
    ['their documents are there', () => readDocuments(browser, server)],
    ['offline, a page that was seen is shown', () => goOffline(browser, server)],
  ]
  for (const [label, step] of steps) {
    await step()
    say(`✓ ${label}`)
  }
}

async function signIn(browser: Driven, { address }: RunningServer, email: string) {
  await browser.go(`${address}/login`)
  await scriptRuns(browser)
  await browser.fill('[name=email]', email)
  await browser.fill('[name=password]', demoPassword)
  await pressText(browser, 'Sign in')
  await holds(browser, "location.pathname.endsWith('-dashboard')")
}

async function signInAnew(browser: Driven, server: RunningServer) {
  await pressText(browser, 'Logout')
  await holds(browser, "!location.pathname.includes('dashboard')")
  await signIn(browser, server, demoInvestorEmail)
}

async function lookAtDashboard(browser: Driven) {
  await shows(browser, 'Total Investors')
  await shows(browser, 'Money received by month')
  await holds(browser, 'document.documentElement.scrollWidth <= innerWidth')
}

async function recordPayment(browser: Driven, { address }: RunningServer) {
  await browser.go(`${address}/admin-dashboard/investments?status=active`)
  await scriptRuns(browser)
  await browser.press('main a[href*="/payment"]')
  await browser.fill('dialog [name=amount]', '12.50')
  await pressText(browser, 'Record payment of')
  await shows(browser, 'Payment recorded')
}

async function uploadDocument(browser: Driven, { address }: RunningServer, folder: string) {
  const file = join(folder, 'agreement.pdf')
  await writeFile(file, await aPdf('An agreement for every investor'))
  await browser.go(`${address}/admin-dashboard/documents/new`)
  await scriptRuns(browser)
  await browser.fill('[name=title]', 'Agreement of another browser')
  await browser.upload('input[type=file]', file)
  await pressText(browser, 'Upload Document')
  await shows(browser, 'Document uploaded')
}

async function readDocuments(browser: Driven, { address }: RunningServer) {
  await shows(browser, 'Welcome back')
  await browser.go(`${address}${portal}/documents`)
  await scriptRuns(browser)
  const path = 'document.querySelector(\'main a[download], main a[href*="/file"]\').pathname'
  const status = await browser.ask(
    `fetch(${path}).then((answer) => answer.blob().then((bytes) => answer.status + ' ' + (bytes.size > 100)))`,
  )
  if (status !== '200 true') throw new Error(`A document answered ${status}`)
  await browser.go(`${address}${portal}`)
  await scriptRuns(browser)
}

/** The service worker keeps what was seen: the program is stopped, so that nothing can be answered but from there. */
async function goOffline(browser: Driven, server: RunningServer) {
  await shows(browser, 'Welcome back')
  await holds(browser, 'navigator.serviceWorker.controller !== null')
  await holds(
    browser,
    `caches.keys().then(async (names) => {
    for (const name of names) if (await (await caches.open(name)).match('${portal}')) return true
    return false
  })`,
  )
  await stopProcess(server.process)
  await browser.ask('void (window.isBefore = true, location.reload())')
  await holds(browser, '!window.isBefore')
  await shows(browser, 'Welcome back')
}

const scriptRuns = (browser: Driven) =>
  holds(browser, "Object.keys(document).some((name) => name.startsWith('__reactContainer'))")

const shows = (browser: Driven, words: string) =>
  holds(
    browser,
    `document.body.innerText.toLowerCase().includes(${JSON.stringify(words.toLowerCase())})`,
  )

/** Waits until an expression in the page is true. A page that is being left answers nothing, and is asked again. */
async function holds(browser: Driven, script: string) {
  const until = performance.now() + longestMs
  for (;;) {
    if ((await browser.ask(script).catch(() => false)) === true) return
    if (performance.now() > until) throw new Error(`It stayed false: ${script}`)
    await sleep(100)
  }
}

/** Presses the last button or link in view whose words begin so: that of a dialog stands behind that of the page. */
async function pressText(browser: Driven, words: string) {
  const script = `[...document.querySelectorAll('a, button')].filter((part) =>
    part.checkVisibility() && part.innerText.trim().toLowerCase().startsWith(${JSON.stringify(words.toLowerCase())}))
    .slice(-1).map((part) => { part.dataset.press = 'here'; return true })[0] ?? false`
  await holds(browser, script)
  await browser.press('[data-press=here]')
}
