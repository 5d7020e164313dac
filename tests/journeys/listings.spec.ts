import { expect, type Locator } from '@playwright/test'
import { openPage, test } from './fixtures.ts'

const bounds = async (part: Locator) =>
  (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('PUB-074 a glare runs over the card under the pointer, and not where less motion is asked for', async ({
  page,
}) => {
  await page.goto('/investments')
  const card = page.getByRole('region', { name: 'Showcase' }).getByRole('link').first()
  const address = (await card.getAttribute('href')) ?? ''
  const glare = () => card.evaluate((element) => getComputedStyle(element, '::after').opacity)
  expect(await glare()).toBe('0')
  await card.hover()
  await expect.poll(glare).toBe('1')
  await page.mouse.move(0, 0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card.hover()
  await expect.poll(glare).toBe('0')
  await card.click()
  await expect(page).toHaveURL(address)
})

test('PUB-076 a filter changes the list without a reload, and shows its beginning', async ({
  page,
}) => {
  await page.goto('/investments')
  const bar = page.getByRole('navigation', { name: 'Show' })
  const card = (name: string) => page.locator('article').filter({ hasText: name })
  const [ongoing, closed] = [card('Coastal Villas'), card('Corner Plaza')]
  const expectShown = async (counts: [number, number]) => {
    await expect(ongoing).toHaveCount(counts[0])
    await expect(closed).toHaveCount(counts[1])
  }
  await expectShown([1, 1])
  await page.evaluate(() => document.body.setAttribute('data-kept', ''))
  await page.locator('article').last().scrollIntoViewIfNeeded()

  await bar.getByRole('link', { name: 'Ongoing' }).click()
  await expect(page).toHaveURL('/investments?status=ongoing')
  await expectShown([1, 0])
  await expect(bar.locator('[aria-current]')).toHaveText(/^Ongoing/)
  await expect(page.locator('article img').first()).toBeInViewport()
  await bar.getByRole('link', { name: 'Closed' }).click()
  await expectShown([0, 1])
  await page.goBack()
  await expectShown([1, 0])
  await bar.getByRole('link', { name: 'All' }).click()
  await expectShown([1, 1])
  await expect(page.locator('body')).toHaveAttribute('data-kept')
})

test('the whole card leads to the page, and its button to the form of a guest', async ({
  page,
}) => {
  await page.goto('/investments')
  const card = page.locator('article').filter({ hasText: 'Coastal Villas' })
  // What is clicked on lies below the link that covers the card.
  await card.locator('[data-price]').click({ force: true })
  await expect(page).toHaveURL('/investment/coastal-villas')
  await page.goBack()
  await card.getByRole('link', { name: 'Invest Now' }).click()
  await expect(page).toHaveURL('/investment/coastal-villas/interest')
})

test('the price stays in view: next to the text on wide screens, at the lower edge of a phone', async ({
  page,
}) => {
  await page.goto('/investment/twin-towers')
  const panel = page.getByRole('complementary', { name: 'Price', exact: true })
  await page.getByRole('region', { name: 'Before you decide' }).scrollIntoViewIfNeeded()
  await expect(panel).toBeInViewport()
  await expect(page.locator('.price-bar')).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => scrollTo(0, 0))
  const bar = page.locator('.price-bar')
  await expect(bar).toContainText('$35,000')
  const { y, height } = await bounds(bar)
  expect(Math.round(y + height)).toBe(844)
  await expect(panel).not.toBeInViewport()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(bar).toBeInViewport()
  const room = async () => {
    const copyright = await bounds(page.locator('footer p').last())
    return (await bounds(bar)).y - copyright.y - copyright.height
  }
  await expect.poll(room).toBeGreaterThanOrEqual(0)
})

test('without script everything is there: filter, page, gallery as a strip, Invest Now', async ({
  browser,
  program,
}) => {
  const phone = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }
  const { page, complaints } = await openPage(browser, program, phone)
  await page.goto('/investments')
  await page.getByRole('link', { name: /^Closed/ }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Coastal Villas' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 3, name: 'Corner Plaza' })).toBeVisible()
  await page.getByRole('link', { name: /^All/ }).click()
  await page.getByRole('link', { name: 'View Details of Twin Towers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Twin Towers Muthaiga')
  const strip = page.getByRole('list', { name: /^Pictures of Twin Towers/ })
  expect(await strip.evaluate((list) => list.scrollWidth / list.clientWidth)).toBeGreaterThan(11)
  await page.getByRole('link', { name: 'Invest Now' }).first().click()
  await expect(page).toHaveURL('/investment/twin-towers/interest')
  expect(complaints).toEqual([])
  await page.context().close()
})
