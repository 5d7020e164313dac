import { expect, type Page } from '@playwright/test'
import { clock } from '../../app/platform/clock.server.ts'
import { totp } from '../totp.ts'

type Router = {
  state: {
    navigation: { state: string }
    revalidation: string
    fetchers: Map<string, { state: string }>
  }
}

/**
 * Opens a page and waits until its stream has made it read itself again. Its stream is opened without the time at which it was
 * read, as if something had changed since: otherwise it depends on what other journeys did whether it reads itself again.
 */
export async function openLive(page: Page, path: string): Promise<void> {
  const [pathname = ''] = path.split('?')
  const withTime = /\/live\?(.*&)?since=\d+$/
  await page.route(withTime, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/since=\d+/, ''),
    }),
  )
  const timed = page.waitForRequest(withTime)
  const opened = page.waitForResponse(
    (answer) => new URL(answer.url()).pathname === `${pathname}.data`,
  )
  await page.goto(path)
  await timed
  await opened
  await expectSettled(page)
}

/** The router loads, sends and reloads nothing, and what it has loaded is painted. */
export async function expectSettled(page: Page): Promise<void> {
  const isIdle = () =>
    page.evaluate(() => {
      const { __reactRouterDataRouter: router } = window as unknown as {
        __reactRouterDataRouter?: Router
      }
      if (!router) return false
      const { navigation, revalidation, fetchers } = router.state
      const states = [navigation, ...fetchers.values()].map(({ state }) => state)
      return [revalidation, ...states].every((state) => state === 'idle')
    })
  await expect.poll(isIdle, { message: 'the router is idle' }).toBe(true)
  await expectPainted(page)
}

/** Whatever was to happen in the page by now has happened and is painted. */
export async function expectPainted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((painted) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted))),
      ),
  )
}

/** Presses the key of the search until the page, whose script may still be on its way, has heard it. */
export async function pressSearchKey(page: Page): Promise<void> {
  const field = page.getByRole('searchbox')
  await expect(async () => {
    const isFocused = await field.evaluate((element) => element === document.activeElement)
    if (!isFocused) await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

/** Opens the palette by its key, once its script has heard it. */
export async function openPalette(page: Page): Promise<void> {
  const field = page.getByRole('dialog', { name: 'Jump to anything' }).getByRole('combobox')
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

/** The code of now or of `steps` before, with time enough in its half minute to send it. */
export async function codeOf(secret: string, steps = 0) {
  const passed = () => (clock.now().getTime() / 1000) % 30
  await expect.poll(passed, { timeout: 60_000, intervals: [200] }).toBeLessThan(18)
  return totp(secret, steps)
}
