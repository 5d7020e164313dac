import { expect, type Locator, type Page } from '@playwright/test'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'

/** Opens the page on a clock that stands still until `runFor`, once script runs in it. */
async function openAtRest(page: Page) {
  await page.clock.install({ time: new Date('2026-11-12T06:00:00Z') })
  await page.clock.pauseAt(new Date('2026-11-12T06:00:01Z'))
  await page.goto('/')
  await expect(page.locator('.hero__pictures > div')).toHaveCount(2)
}

/** Brings it into view, and waits two frames, so that whatever watches for it has seen it. */
async function lookAt(part: Locator) {
  await part.evaluate(async (element) => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const seen = Promise.withResolvers<void>()
    new IntersectionObserver(([change]) => change?.isIntersecting && seen.resolve()).observe(
      element,
    )
    await seen.promise
  })
}

/** Nothing happens a moment before the time, and then it does. */
async function expectStep(page: Page, every: number, look: () => Promise<unknown>, next: unknown) {
  const before = await look()
  await page.clock.runFor(every - 50)
  expect(await look()).toEqual(before)
  await page.clock.runFor(50)
  await expect.poll(look).toEqual(next)
}

const heroAt = (page: Page) => () =>
  page
    .locator('.hero__pictures > div')
    .evaluateAll((all) => all.findIndex((one) => one.hasAttribute('data-on')))
const featured = (page: Page) =>
  page.getByRole('region', { name: 'Featured pictures', exact: true })
const countOf = (part: Locator) => () => part.locator('.gallery__count').innerText()

/** The slide that stands where the strip begins, of those it has. */
const slideAt = (part: Locator) => () =>
  part.locator('.track').evaluate((track) => {
    const start =
      track.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(track).paddingLeft)
    const away = [...track.children].map((slide) =>
      Math.abs(slide.getBoundingClientRect().left - start),
    )
    return away.indexOf(Math.min(...away)) + 1
  })

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
    expect(await slideAt(gallery)()).toBe(1)
  })

  test('PUB-033 PUB-034 PUB-035 LIM-003 five testimonials, every 5 seconds and by their buttons', async ({
    page,
  }) => {
    await openAtRest(page)
    const said = page.getByRole('region', { name: 'What investors say' })
    await expect(said.locator('blockquote')).toHaveCount(5)
    await lookAt(said)
    await expectStep(page, 5000, countOf(said), '2 / 5')
    await said.getByRole('button', { name: 'Previous testimonial' }).click()
    await expect(said.locator('.gallery__count')).toHaveText('1 / 5')
    await said.getByRole('button', { name: 'Previous testimonial' }).click()
    await expect(said.locator('.gallery__count')).toHaveText('5 / 5')
    expect(await slideAt(said)()).toBe(5)
    await said.getByRole('button', { name: 'Next testimonial' }).click()
    expect(await slideAt(said)()).toBe(1)
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

test.describe('what is moved by hand', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('PUB-022 the arrow keys move the gallery back and forward', async ({ page }) => {
    await page.goto('/')
    const gallery = featured(page)
    await lookAt(gallery.locator('.gallery__controls'))
    await page.keyboard.press('ArrowRight')
    await expect(gallery.locator('.gallery__count')).toHaveText('2 / 24')
    await gallery.locator('.track').focus()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(gallery.locator('.gallery__count')).toHaveText('24 / 24')
  })

  test('PUB-023 each dot shows exactly its picture, and only those and the next ones are fetched', async ({
    page,
  }) => {
    await page.goto('/')
    const gallery = featured(page)
    const pictures = gallery.locator('.track img')
    await lookAt(gallery.locator('.gallery__controls'))
    await expect(pictures).toHaveCount(2)
    for (const dot of [17, 3, 20]) {
      await gallery.getByRole('button', { name: new RegExp(`^Picture ${dot} of 24`) }).click()
      await expect(gallery.locator('.gallery__count')).toHaveText(`${dot} / 24`)
      expect(await slideAt(gallery)()).toBe(dot)
      await expect(gallery.locator('[aria-current]')).toHaveAccessibleName(
        new RegExp(`^Picture ${dot} of 24`),
      )
    }
    await expect(pictures).toHaveCount(8)
  })

  test('PUB-027 the gallery of an offer wraps at both ends', async ({ page }) => {
    await page.goto('/')
    for (const offer of await page.locator('#investments article').all()) {
      const last = await offer.locator('.track > li').count()
      await offer.getByRole('button', { name: 'Previous picture' }).click()
      expect(await slideAt(offer)()).toBe(last)
      await offer.getByRole('button', { name: 'Next picture' }).click()
      expect(await slideAt(offer)()).toBe(1)
    }
  })
})

const topOf = (page: Page, id: string) => () =>
  page.locator(`#${id}`).evaluate((section) => Math.round(section.getBoundingClientRect().top))

test('PUB-008 PUB-009 LIM-005 a hash scrolls smoothly after 100 ms, a page without one begins at the top', async ({
  page,
}) => {
  await openAtRest(page)
  const place = () => page.evaluate(() => Math.round(scrollY))
  await page.getByRole('link', { name: 'About Us' }).first().click()
  await expect(page).toHaveURL('/#about')
  // Its 100 ms begin when the section has the focus.
  await expect(page.locator('#about')).toBeFocused()
  await page.clock.runFor(90)
  expect(await place()).toBe(0)
  const places = page.evaluate(async () => {
    const passed: number[] = []
    addEventListener('scroll', () => passed.push(scrollY))
    await new Promise((done) => addEventListener('scrollend', done))
    return passed
  })
  await page.clock.runFor(10)
  expect((await places).length).toBeGreaterThan(5)
  expect(await topOf(page, 'about')()).toBeLessThan(120)

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Investments' })
    .click()
  await expect(page).toHaveURL('/investments')
  await expect.poll(place).toBe(0)
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'About Us' })
    .click()
  await expect(page.locator('#about')).toBeFocused()
  expect(await place()).toBe(0)
  const later = () => page.clock.runFor(100).then(topOf(page, 'about'))
  await expect.poll(later, { intervals: [2_000] }).toBeLessThan(120)

  await page.goto('/#contact')
  await expect.poll(topOf(page, 'contact')).toBeLessThan(120)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('link', { name: 'Explore Opportunities' }).press('Enter')
  await expect.poll(topOf(page, 'investments')).toBeLessThan(120)
})

test('on a phone what lies below the first view comes by itself', async ({ page }) => {
  // A page of its own: the one of the fixture is moved as it opens.
  const untouched = await page.context().newPage()
  await untouched.setViewportSize({ width: 390, height: 844 })
  await untouched.goto('/')
  await expect(untouched.getByRole('contentinfo')).toBeVisible()
  await expect(untouched.locator('html')).not.toHaveAttribute('data-below')
})

test('PUB-038 PUB-057 PUB-058 the chat button and the header stay, and on a phone its links are behind a menu', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.evaluate(() => window.scrollTo(0, 3000))
  await expect
    .poll(() => page.getByRole('banner').evaluate((header) => header.getBoundingClientRect().top))
    .toBe(0)
  await expect(page.getByRole('link', { name: 'Chat with us on WhatsApp' })).toBeInViewport({
    ratio: 1,
  })
  const menu = page.getByRole('navigation', { name: 'Main, small screens' })
  await expect(menu).toBeHidden()
  await page.locator('summary[aria-label="Menu"]').press('Enter')
  await expect(menu.getByRole('link')).toHaveText(['Home', 'Investments', 'About Us', 'Contact'])
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(page.locator('summary[aria-label="Menu"]')).toBeFocused()
})

test('PUB-061 PUB-063 PUB-065 the header knows who is signed in', async ({ page }) => {
  await comeIn(page, demoInvestorEmail)
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Dashboard' })).toHaveAttribute(
    'href',
    '/investment-dashboard',
  )
  await expect(header.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(header.getByRole('link', { name: 'LOGIN' })).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Admin' })).toHaveCount(0)
  const badge = header.getByRole('link', { name: /unread notifications/ })
  await expect(badge.locator('.count')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await badge.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Notifications/)
})

test('without script the galleries are strips, every picture is there and no button is dead', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openPage(browser, program, { javaScriptEnabled: false })
  await page.goto('/#about')
  await expect.poll(topOf(page, 'about')).toBeLessThan(120)
  await expect(featured(page).locator('.track img')).toHaveCount(24)
  for (const name of ['Pause', 'Next picture', 'Previous testimonial']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.locator('.why__rest')).toHaveCSS('visibility', 'visible')
  await page.setViewportSize({ width: 390, height: 844 })
  for (const strip of await page.locator(':is(.offer, .said) .track').all()) {
    const second = await strip.locator('> li').nth(1).boundingBox()
    expect(second?.x, 'the next one peeks in').toBeLessThan(370)
  }
  const [calls, figures] = await Promise.all(
    ['.hero__calls', '.hero__figures dd'].map((part) => page.locator(part).first().boundingBox()),
  )
  expect((figures?.y ?? 0) - (calls?.y ?? 0) - (calls?.height ?? 0)).toBeGreaterThan(20)
  expect(complaints).toEqual([])
  await page.context().close()
})
