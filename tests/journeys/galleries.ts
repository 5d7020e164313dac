import { expect, type Locator, type Page } from '@playwright/test'

/** Runs in the page: counts the timers of each pause that are running. */
function countTimers() {
  const pauses = new Map<number, number>()
  const { setInterval: begin, clearInterval: end } = window
  const running = Object.assign(window, { running: [] as number[] })
  const note = () => {
    running.running = [...pauses.values()]
  }
  window.setInterval = ((step: () => void, pause: number) => {
    const timer = begin(step, pause)
    pauses.set(timer, pause)
    note()
    return timer
  }) as typeof window.setInterval
  window.clearInterval = (timer) => {
    pauses.delete(Number(timer))
    note()
    end(timer)
  }
}

/** Waits until a timer of this pause runs: its time begins with the clock's next step. */
export async function expectTimer(page: Page, pauseMs: number) {
  const count = () =>
    page.evaluate((pause) => {
      const { running } = window as unknown as { running: number[] }
      return running.filter((each) => each === pause).length
    }, pauseMs)
  await expect.poll(count, { message: `a timer of ${pauseMs} ms` }).toBeGreaterThan(0)
}

/** Opens the page on a clock that stands still until `runFor`, once script runs in it. */
export async function openAtRest(page: Page) {
  await page.clock.install({ time: new Date('2026-11-12T06:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-12T06:00:01Z'))
  await page.addInitScript(countTimers)
  await page.goto('/')
  await expect(page.locator('.hero__pictures > div')).toHaveCount(2)
}

/** Brings it into view, and waits two frames, so that whatever watches for it has seen it. */
export async function lookAt(part: Locator) {
  await part.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const seen = Promise.withResolvers<void>()
    new IntersectionObserver(([change]) => change?.isIntersecting && seen.resolve()).observe(
      element,
    )
    await seen.promise
  })
}

export const featured = (page: Page) =>
  page.getByRole('region', { name: 'Featured pictures', exact: true })

/** The slide that stands where the strip begins, of those it has. */
export const slideAt = (part: Locator) => () =>
  part.locator('.track').evaluate((track) => {
    const start =
      track.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(track).paddingLeft)
    const away = [...track.children].map((slide) =>
      Math.abs(slide.getBoundingClientRect().left - start),
    )
    return away.indexOf(Math.min(...away)) + 1
  })
