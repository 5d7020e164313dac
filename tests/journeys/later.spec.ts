import { expect, type Page } from '@playwright/test'
import { test as base, partsAsDrawn } from './fixtures.ts'

/** Here a page is opened as a browser does it, without waiting for its script. */
const test = base.extend<{ page: Page }>({
  page: async ({ program, browser }, use) => {
    const context = await browser.newContext({
      baseURL: program.origin,
      viewport: { width: 1280, height: 900 },
    })
    await use(await context.newPage())
    await context.close()
  },
})

const below = /\/assets\/below-fold-[\w-]{8}\.js$/
const talk = /\/assets\/contact-section-[\w-]{8}\.js$/
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The files of script that a page has asked for. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  return scripts
}

/** Keeps the file away until it is let through. */
async function holdBack(page: Page, file: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(file, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Marks an element, to be told from one that is drawn in its place. */
const mark = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Object.assign(element, { isOfServer: true }))
const isMarked = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => 'isOfServer' in element)

test.describe('a part of a public page that the first view does not need', () => {
  test('is drawn immediately, and its script is fetched when the visitor first moves', async ({
    page,
  }) => {
    const scripts = scriptsOf(page)
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { name: 'Book a consultation' })).toBeAttached()
    expect(scripts.filter((url) => below.test(url))).toEqual([])
    expect(await partsAsDrawn(page)).toEqual(['below', 'footer'])
    await page.mouse.wheel(0, 300)
    await expect.poll(() => partsAsDrawn(page)).toEqual([])
    expect(scripts.filter((url) => below.test(url))).toHaveLength(1)
  })

  test('PUB-382 comes to someone who moved before the script of the page had come', async ({
    page,
  }) => {
    const letThrough = await holdBack(page, /\/assets\/[\w-]+\.js$/)
    await page.goto('/')
    await page.mouse.move(200, 200)
    await page.mouse.move(300, 300)
    expect(await partsAsDrawn(page)).toEqual(['below', 'footer'])
    letThrough()
    await expect.poll(() => partsAsDrawn(page)).toEqual([])
  })

  test('stays the same on the page, with what was typed and the keyboard where it was', async ({
    page,
  }) => {
    const letThrough = await holdBack(page, talk)
    await page.goto('/contact', { waitUntil: 'networkidle' })
    await mark(page, 'textarea')
    await field(page, 'Full Name').fill('Hodan')
    await field(page, 'Message').pressSequentially('Good mor')
    expect(await partsAsDrawn(page)).toContain('talk')
    letThrough()
    await expect.poll(() => partsAsDrawn(page)).toEqual([])
    await page.keyboard.type('ning')
    await expect(field(page, 'Message')).toHaveValue('Good morning')
    await expect(field(page, 'Full Name')).toHaveValue('Hodan')
    expect(await isMarked(page, 'textarea')).toBe(true)
  })

  test('is not disturbed by what is learnt of the visitor in the meantime', async ({ page }) => {
    const visitor = page.waitForResponse('/session')
    await page.goto('/contact')
    await mark(page, 'textarea')
    await visitor
    await page.waitForLoadState('networkidle')
    expect(await partsAsDrawn(page)).toContain('talk')
    expect(await isMarked(page, 'textarea')).toBe(true)
    await page.mouse.move(200, 200)
    await expect.poll(() => partsAsDrawn(page)).toEqual([])
    expect(await isMarked(page, 'textarea')).toBe(true)
    await expect(page.locator('input[name="startedAt"]')).not.toHaveValue('')
  })

  test('does what was pressed before its script came', async ({ page }) => {
    const letThrough = await holdBack(page, below)
    await page.goto('/', { waitUntil: 'networkidle' })
    const offer = page.locator('.offer').first()
    await offer.getByRole('button', { name: 'Next picture' }).click()
    expect(await partsAsDrawn(page)).toContain('below')
    letThrough()
    await expect(offer.locator('.gallery__count')).toContainText(/^2/)
  })

  test('follows a link that was pressed before its script came, and keeps what was typed', async ({
    page,
  }) => {
    const letThrough = await holdBack(page, below)
    await page.goto('/', { waitUntil: 'networkidle' })
    await field(page, 'Name').fill('Hodan')
    await mark(page, '#contact')
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'About Us' })
      .click()
    letThrough()
    await expect(page).toHaveURL('/#about')
    await expect(page.locator('#about')).toBeInViewport()
    await expect(field(page, 'Name')).toHaveValue('Hodan')
    expect(await isMarked(page, '#contact')).toBe(true)
  })

  test('without its script works as in a browser that has none', async ({ page }) => {
    await page.route(below, (route) => route.abort())
    await page.goto('/', { waitUntil: 'networkidle' })
    await mark(page, '#contact')
    await page
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'About Us' })
      .click()
    await expect(page).toHaveURL('/#about')
    expect(await isMarked(page, '#contact')).toBe(true)
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/investment\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('stays where someone jumped to before the page was ready', async ({ page }) => {
    const letThrough = await holdBack(page, /\/assets\/react-/)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/', { waitUntil: 'domcontentloaded' })
    const place = () =>
      page.locator('#about').evaluate((section) => Math.round(section.getBoundingClientRect().top))
    // On a phone what is below is drawn right after the first view.
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await page.evaluate(async () => {
      const section = document.getElementById('about')
      scrollTo({ top: (section?.getBoundingClientRect().top ?? 0) - 80, behavior: 'instant' })
      await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
    })
    const jumpedTo = await place()
    letThrough()
    await expect.poll(() => partsAsDrawn(page)).toEqual([])
    await page.waitForLoadState('networkidle')
    await expect.poll(place).toBe(jumpedTo)
  })

  test('comes with the page when someone returns to it, at the place they left', async ({
    page,
  }) => {
    await page.goto('/', { waitUntil: 'networkidle' })
    const details = page.getByRole('link', { name: /^View Details/ }).first()
    await details.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await details.click()
    await expect(page).toHaveURL(/\/investment\//)
    await expect(page.locator('#hero-title')).toHaveCount(0)
    await page.goBack()
    await expect(page.locator('#hero-title')).toBeAttached()
    expect(await partsAsDrawn(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 200)
  })
})
