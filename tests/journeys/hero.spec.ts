import { expect, type Page } from '@playwright/test'
import { demoCompany } from '../../app/domain/company/demo-company.ts'
import { test as base, openPage, partsAsDrawn } from './fixtures.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'

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

/** Where the headline, the buttons and the figures stand. */
const places = (page: Page) =>
  page
    .locator(':is(.hero h1, .hero__calls > *, .hero__figures > *)')
    .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().toJSON()))

/** The sheets a page links, by where they come from. */
const sheets = (page: Page) =>
  page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))

test('the first view stands still when the visitor first moves', async ({ page }) => {
  for (const width of [1100, 1280, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/', { waitUntil: 'networkidle' })
    const before = await places(page)
    expect(before).toHaveLength(7)
    await page.mouse.move(300, 300)
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
    await expect.poll(() => partsAsDrawn(page)).toEqual([])
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await expect.poll(() => places(page), { message: `${width} px` }).toEqual(before)
  }
})

test('no public page links a sheet twice, whatever is fetched later', async ({ page }) => {
  await page.goto('/investments')
  const listing = await page.locator('a[href^="/investment/"]').first().getAttribute('href')
  for (const address of ['/', '/investments', listing ?? '', '/contact', '/invest', '/nowhere']) {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.mouse.move(200, 200)
    await page.mouse.move(300, 300)
    await expect.poll(() => partsAsDrawn(page)).toEqual([])
    await page.waitForLoadState('networkidle')
    const linked = await sheets(page)
    expect(linked.length, address).toBeGreaterThan(0)
    expect(linked, address).toEqual([...new Set(linked)])
  }
})

test('PUB-013 three whole figures stand in one row from 320 to 2560 px', async ({ page }) => {
  await page.goto('/')
  for (const width of [320, 360, 390, 768, 1024, 1088, 1100, 1280, 1440, 1600, 1920, 2560]) {
    await page.setViewportSize({ width, height: width < 768 ? 844 : 1080 })
    const seen = await page.locator('.hero__figures > div').evaluateAll((figures) =>
      figures.map((figure) => {
        const lines = [...figure.children].flatMap((words) => {
          const text = document.createRange()
          text.selectNodeContents(words)
          return [...text.getClientRects()]
        })
        const isSeen = ({ left, right, top, bottom }: DOMRect) =>
          [left + 1, right - 1].every((x) =>
            figure.contains(document.elementFromPoint(x, (top + bottom) / 2)),
          )
        return {
          isWhole: lines.length > 1 && lines.every(isSeen),
          top: figure.getBoundingClientRect().top,
        }
      }),
    )
    const whole = { isWhole: true, top: seen[0]?.top }
    expect(seen, `${width} px`).toEqual([whole, whole, whole])
  }
})

test.describe('without figures and testimonials', () => {
  const tell = async (
    program: Program,
    facts: { figures: object | null; testimonials: object },
  ) => {
    await look(program, async (query) => {
      await query('update app.company set facts = facts || $1::jsonb, version = version + 1', [
        JSON.stringify(facts),
      ])
      await query("select pg_notify('msingi', 'public')")
    })
    const isDrawn = async () =>
      (await (await fetch(program.origin)).text()).includes('hero__figures"')
    await expect.poll(isDrawn).toBe(facts.figures !== null)
  }
  const { figures, testimonials } = demoCompany

  test.beforeAll(({ program }) => tell(program, { figures: null, testimonials: [] }))
  // The other files read the demo's company from the same program.
  test.afterAll(({ program }) => tell(program, { figures, testimonials }))

  for (const javaScriptEnabled of [true, false]) {
    test(`the chat button covers nothing to press, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
      browser,
      program,
    }) => {
      const { page } = await openPage(browser, program, { javaScriptEnabled })
      for (const [width, height] of [
        [320, 640],
        [390, 844],
        [768, 1024],
        [1280, 900],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto('/')
        await expect(page.locator('.hero__figures')).toHaveCount(0)
        const covered = await page.locator('[aria-label="Chat"] a').evaluate((chat) => {
          const { left, top, right, bottom } = chat.getBoundingClientRect()
          return [...document.querySelectorAll('.hero__stage :is(a, button)')]
            .filter((element) => element.checkVisibility())
            .filter((element) => {
              const box = element.getBoundingClientRect()
              return box.right > left && box.left < right && box.bottom > top && box.top < bottom
            })
            .map((element) => element.textContent || element.getAttribute('aria-label'))
        })
        expect(covered, `${width} px`).toEqual([])
      }
      await page.context().close()
    })
  }
})
