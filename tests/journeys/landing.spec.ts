import { expect, type Page } from '@playwright/test'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'
import { featured, lookAt, openAtRest, slideAt } from './galleries.ts'
import { notify, signInOverHttp } from './http-admin.ts'
import { investorIdOf } from './look.ts'

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
      await expect.poll(slideAt(gallery)).toBe(dot)
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
      await expect.poll(slideAt(offer)).toBe(last)
      await offer.getByRole('button', { name: 'Next picture' }).click()
      await expect.poll(slideAt(offer)).toBe(1)
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
  // A jump has one place, however slow the browser.
  expect((await places).length).toBeGreaterThan(1)
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
  // Its own page: the one of the fixture is moved as it opens.
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

test('PUB-061 PUB-063 PUB-065 the header knows who is signed in', async ({ page, program }) => {
  await notify(
    await signInOverHttp(program.origin),
    'For the badge of the header',
    await investorIdOf(program, demoInvestorEmail),
  )
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
  await expect(badge.locator('> span').first()).not.toHaveCSS(
    'background-color',
    'rgba(0, 0, 0, 0)',
  )
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
