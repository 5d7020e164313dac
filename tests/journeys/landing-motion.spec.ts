import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './fixtures.ts'
import { expectTimer, featured, lookAt, openAtRest, slideAt } from './galleries.ts'

/** Nothing happens a moment before the time, and then it does. */
async function expectStep(page: Page, every: number, look: () => Promise<unknown>, next: unknown) {
  await expectTimer(page, every)
  const before = await look()
  await page.clock.runFor(every - 50)
  expect(await look()).toEqual(before)
  await page.clock.runFor(50)
  await expect.poll(look).toEqual(next)
}

const heroAt = (page: Page) => () =>
  page
    .locator('.hero__pictures > div')
    .evaluateAll((all) => all.findIndex((dot) => dot.hasAttribute('data-on')))

const countOf = (part: Locator) => () => part.locator('.gallery__count').innerText()

test.describe('what moves by itself', () => {
  test('PUB-010 PUB-011 LIM-001 the hero fills the screen and alternates three pictures every 8 seconds', async ({
    page,
  }) => {
    let isLoaded = false
    const early: string[] = []
    page.on('load', () => (isLoaded = true))
    page.on('request', (request) => isLoaded || early.push(request.url()))
    await openAtRest(page)
    const height = await page
      .locator('#home')
      .evaluate((hero) => hero.getBoundingClientRect().height / innerHeight)
    expect(height).toBeGreaterThanOrEqual(1)
    for (const next of [1, 2, 0]) await expectStep(page, 8000, heroAt(page), next)
    expect(early.filter((url) => url.includes('/pictures/hero-1'))).toHaveLength(1)
    expect(early.filter((url) => /hero-[23]/.test(url))).toEqual([])
  })

  test('PUB-020 PUB-021 LIM-002 LIM-022 the gallery of 24 advances every 5 seconds, and wraps', async ({
    page,
  }) => {
    await openAtRest(page)
    const gallery = featured(page)
    await expect(gallery.locator('.track > li')).toHaveCount(24)
    await lookAt(gallery.locator('.gallery__controls'))
    for (const next of ['2 / 24', '3 / 24']) await expectStep(page, 5000, countOf(gallery), next)
    const lastDot = gallery.getByRole('button', { name: /^Picture 24 of 24/ })
    await lastDot.press('Enter')
    await lastDot.blur()
    await expectStep(page, 5000, countOf(gallery), '1 / 24')
    await expect.poll(slideAt(gallery)).toBe(1)
  })

  test('PUB-033 PUB-034 PUB-035 LIM-003 five testimonials, every 5 seconds and by their buttons', async ({
    page,
  }) => {
    await openAtRest(page)
    const testimonials = page.getByRole('region', { name: 'What investors say' })
    await expect(testimonials.locator('blockquote')).toHaveCount(5)
    await lookAt(testimonials)
    await expectStep(page, 5000, countOf(testimonials), '2 / 5')
    await testimonials.getByRole('button', { name: 'Previous testimonial' }).click()
    await expect(testimonials.locator('.gallery__count')).toHaveText('1 / 5')
    await testimonials.getByRole('button', { name: 'Previous testimonial' }).click()
    await expect(testimonials.locator('.gallery__count')).toHaveText('5 / 5')
    await expect.poll(slideAt(testimonials)).toBe(5)
    await testimonials.getByRole('button', { name: 'Next testimonial' }).click()
    await expect.poll(slideAt(testimonials)).toBe(1)
  })

  test('PUB-016 LIM-004 Join Today is typed at 100 ms a character, and nothing shifts', async ({
    page,
  }) => {
    await openAtRest(page)
    const typed = () => page.locator('.why__typed').innerText()
    const box = () =>
      page.locator('.why__join').evaluate((line) => line.getBoundingClientRect().toJSON())
    const before = await box()
    await expectStep(page, 100, typed, 'J')
    await page.clock.runFor(300)
    await expect.poll(typed).toBe('Join')
    await page.clock.runFor(1000)
    await expect.poll(typed).toBe('Join Today')
    expect(await box()).toEqual(before)
  })

  test('it waits for the pointer, the keyboard, a hidden tab and the pause button', async ({
    page,
  }) => {
    await openAtRest(page)
    const gallery = featured(page)
    await lookAt(gallery.locator('.gallery__controls'))
    const stays = async () => {
      const before = await countOf(gallery)()
      await page.clock.runFor(12_000)
      expect(await countOf(gallery)()).toBe(before)
    }
    await gallery.locator('.track').hover()
    await stays()
    await page.mouse.move(5, 5)
    await expectStep(page, 5000, countOf(gallery), '2 / 24')

    await gallery.getByRole('button', { name: 'Next picture' }).focus()
    await stays()
    await gallery.getByRole('button', { name: /^Picture 2 of 24/ }).click()
    await page.mouse.move(5, 5)
    await stays()
    await gallery.getByRole('button', { name: 'Pause' }).press('Enter')
    await gallery.getByRole('button', { name: 'Play' }).blur()
    await stays()
    await gallery.getByRole('button', { name: 'Play' }).press('Enter')
    await expectStep(page, 5000, countOf(gallery), '3 / 24')

    const hide = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await hide(true)
    await stays()
    await hide(false)
    await expectStep(page, 5000, countOf(gallery), '4 / 24')
  })

  test('it stands still for people who asked for less motion, until they press Play', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await page.goto('/')
    const hero = page.locator('#home')
    await expect(hero.getByRole('button', { name: 'Play' })).toBeVisible()
    await page.clock.runFor(30_000)
    await expect(page.locator('.hero__pictures > div')).toHaveCount(1)
    await expect(page.locator('.why__line')).toHaveText('Join Today')
    await expect(page.locator('.why__rest')).toHaveCSS('visibility', 'visible')
    await hero.getByRole('button', { name: 'Play' }).press('Enter')
    await page.clock.runFor(8000)
    await expect.poll(heroAt(page)).toBe(1)
  })
})
