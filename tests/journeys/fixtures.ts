import AxeBuilder from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { demoPassword } from '../../app/demo/sign-ins.ts'
import { toastCookieName } from '../../app/values/toast.ts'
import { clearAway, type Program, startProgram } from './program.ts'
import { readSharedState } from './shared-state.ts'

type SharedState = Awaited<ReturnType<typeof readSharedState>>
type Stage = { program: Program; sharedState: SharedState }

/**
 * All files of a worker share one demo, in any order: what a test left for the others to find fails it. A page error, a
 * violated content policy or a missing asset fails the test that caused it.
 */
export const test = base.extend<{ page: Page; leavesNothing: undefined }, Stage>({
  program: [
    async ({ browserName: _ }, use) => {
      const program = await startProgram()
      await use(program)
      await program.stop()
      await clearAway(program)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sharedState: [
    async ({ program }, use) => {
      const state = await readSharedState(program)
      await use(state)
      await state.close()
    },
    { scope: 'worker' },
  ],
  leavesNothing: [
    async ({ sharedState }, use, info) => {
      const before = await sharedState.read()
      await use(undefined)
      const left = await sharedState.read()
      if (info.status === info.expectedStatus) expect(left, 'the demo is as it was').toEqual(before)
    },
    { auto: true },
  ],
  page: async ({ program, browser }, use) => {
    const { page, complaints } = await openPage(browser, program)
    await use(page)
    await page.context().close()
    expect(complaints).toEqual([])
  },
})

/** The program that the pages of a browser context are of. */
const origins = new WeakMap<BrowserContext, string>()
/** Contexts in which script runs. */
const scripted = new WeakSet<BrowserContext>()

/**
 * React Router rejects an unhandled promise when it cancels a reload whose values have arrived but
 * whose stream has not ended (`done` of its turbo-stream decoder). Nothing is lost.
 */
const abortedRead = 'AbortError: BodyStreamBuffer was aborted'

/** Opens its own browser context, as another person's browser is. */
export async function openPage(
  browser: Browser,
  { origin }: Program,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  origins.set(context, origin)
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) {
    scripted.add(context)
    goWithScript(page)
  }
  const complaints: string[] = []
  page.on('pageerror', (fault) => {
    if (String(fault) !== abortedRead) complaints.push(String(fault))
  })
  page.on('console', (message) => {
    // A refused form answers 422, which the browser reports like a missing file; those are told apart below.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  page.on('response', (answer) => {
    const isAsset = ['stylesheet', 'script', 'image', 'font'].includes(
      answer.request().resourceType(),
    )
    if (isAsset && answer.status() >= 400) complaints.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(origin)) {
      complaints.push(`asked another server: ${request.url()}`)
    }
  })
  return { page, complaints }
}

/**
 * The script of a page starts after it was painted, and takes over the parts of a public page when someone moves
 * (later.spec.ts). A person takes their time until then; what a test does before that would be done as without script.
 */
function goWithScript(page: Page) {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    // A journey that continues before the page has loaded is about a page without its script.
    if (options?.waitUntil !== 'commit') await expectScript(page)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    await expectScript(page)
    return answer
  }
}

async function expectScript(page: Page) {
  if ((await page.locator('#start').count()) > 0) await takeOver(page)
  await expectLive(page)
}

/** React knows the page, and its effects have run. No clock is waited for, as it may stand still. */
async function expectLive(page: Page) {
  const isLive = () =>
    page.evaluate(async () => {
      const main = document.querySelector('main, h1') ?? document.body
      const isDrawnByScript = document.getElementById('start') !== null
      const isKnown = Object.keys(main).some((name) => name.startsWith('__reactFiber'))
      for (let task = 0; task < 3; task += 1) {
        const { promise, resolve } = Promise.withResolvers<unknown>()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(null)
        await promise
      }
      return isKnown || !isDrawnByScript
    })
  await expect(async () => expect(await isLive()).toBe(true)).toPass({
    intervals: [20, 50, 100],
    timeout: 60_000,
  })
}

async function takeOver(page: Page) {
  // Typed in the page and not by the browser, so that it does not wait for a clock that stands still.
  const press = () =>
    page.evaluate(() => document.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true })))
  await expect(async () => {
    await press()
    expect(await partsAsDrawn(page)).toEqual([])
  }).toPass({ intervals: [50, 100, 200] })
}

/** The parts of the page that are as the server drew them, without script. Read in one step: React marks what it removed so, too. */
export function partsAsDrawn(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('[data-later]'))
      .filter((part) => !Object.keys(part).some((name) => name.startsWith('__reactFiber')))
      .map((part) => part.dataset.later),
  )
}

export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  const hasScript = scripted.has(page.context())
  await page.goto('/login')
  if (hasScript) await expectScript(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/-dashboard/)
  if (hasScript) await expectScript(page)
}

/**
 * Signs in by the request that the form would send, without loading two pages in the browser: for journeys that begin
 * somewhere else. The page itself stays where it is.
 */
export async function comeIn(page: Page, email: string): Promise<void> {
  const origin = origins.get(page.context()) ?? ''
  const form = { email, password: demoPassword }
  const answer = await page.request.post('/login', { form, headers: { origin }, maxRedirects: 0 })
  expect(answer.headers().location, 'signing in leads to a dashboard').toMatch(/-dashboard/)
  // Its toast would lie on the page that the journey opens.
  await page.context().clearCookies({ name: toastCookieName })
}

/** Types into a picker and takes what it offers; until the script has come it is a plain select. */
export async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).and(page.locator('input')).fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
}

/** What depends on the colours; everything else is the same in the dark. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * Nothing for axe to find, in light and in dark, and no horizontal scroll. It looks at the page alone: none of ours has a
 * frame. Without its legacy mode axe would open a second page for every look, and without `resultTypes` send over every
 * part that is as it should be: more work than the look itself.
 */
export async function expectSound(page: Page): Promise<void> {
  expect(page.frames(), 'a frame would not be looked into').toHaveLength(1)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // For the second look axe is in the page already.
    const source = colorScheme === 'dark' ? {} : { axeSource: '0' }
    const axe = new AxeBuilder({ page, ...source })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
    const { violations } = await (colorScheme === 'dark'
      ? axe.withRules(rulesOfColour)
      : axe
    ).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, any }) => `${colorScheme} ${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`,
      ),
    )
    expect(found, page.url()).toEqual([])
  }
  await expectToFit(page)
}

/**
 * Nothing scrolls sideways: not the page, and not a dialog, which lies above it. Parts that are drawn to the width by script
 * follow a moment after a new width.
 */
export async function expectToFit(page: Page): Promise<void> {
  const wide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog, dialog form > *')]
        .filter(
          (box) =>
            box.scrollWidth > box.clientWidth || box.getBoundingClientRect().right > innerWidth + 1,
        )
        .map(
          (box) => `${box.tagName.toLowerCase()} is ${box.scrollWidth} px wide in ${innerWidth}`,
        ),
    )
  await expect.poll(wide, { message: page.url() }).toEqual([])
}

/** The sentence stands where the field itself points, and the focus is on the field. */
export async function expectRefused(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(sentence)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toBeFocused()
}

/** Ends the session of a page as another device would: by the server, while the browser keeps its cookie. */
export async function endSessionElsewhere(page: Page): Promise<void> {
  const { origin } = new URL(page.url())
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await fetch(`${origin}/logout`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie },
  })
}
