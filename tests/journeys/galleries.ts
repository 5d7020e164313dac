import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the page on a clock that stands still until `runFor`, once script runs in it. */
export async function openAtRest(page: Page) {
  await page.clock.install({ time: new Date('2026-11-12T06:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-12T06:00:01Z'))
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
