import AxeBuilder from '@axe-core/playwright'
import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { demoPassword } from '../../app/demo/sign-ins.ts'
import { clearAway, type Program, startProgram } from './program.ts'

type Stage = { program: Program }

/** Tests of one file share one demo; a page error or a violated content policy fails the test that caused it. */
export const test = base.extend<{ page: Page }, Stage>({
  program: [
    async ({ browserName: _ }, use) => {
      const program = await startProgram()
      await use(program)
      await program.stop()
      await clearAway(program)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  page: async ({ program, browser }, use) => {
    const { page, complaints } = await openPage(browser, program)
    await use(page)
    await page.context().close()
    expect(complaints).toEqual([])
  },
})

/** Opens a browser context of its own, as another person's browser is. */
export async function openPage(browser: Browser, { origin }: Program, width = 1280, height = 900) {
  const context = await browser.newContext({ baseURL: origin, viewport: { width, height } })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (fault) => complaints.push(String(fault)))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  return { page, complaints }
}

export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/-dashboard/)
}

/** Nothing for axe to find, in light and in dark, and no horizontal scroll. */
export async function expectSound(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    )
    expect(found, page.url()).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${page.url()} scrolls sideways`).toBeLessThanOrEqual(0)
}
