import { expect, type Locator } from '@playwright/test'
import { openPage, test } from './fixtures.ts'

for (const width of [390, 1280, 1600]) {
  test(`at ${width} px a mouse pauses the hero, and each Pause says what it pauses`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await page.locator('#home').getByRole('button', { name: 'Pause the pictures' }).click()
    await expect(page.locator('#home').getByRole('button', { name: 'Play the pictures' })).toBeVisible()
    for (const name of ['Pause the gallery', 'Pause the testimonials']) {
      await expect(page.getByRole('button', { name })).toHaveCount(1)
    }
  })
}

test('in the first view of a small phone the chat button lies on nothing that can be pressed', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  const chat = await page.getByRole('link', { name: 'Chat with us on WhatsApp' }).boundingBox()
  for (const control of await page.locator('#home :is(a, button)').all()) {
    expect(
      lieOnEachOther(chat, await control.boundingBox()),
      `${await control.getAttribute('aria-label')} ${await control.innerText()}`,
    ).toBe(false)
  }
})

type Box = Awaited<ReturnType<Locator['boundingBox']>>

function lieOnEachOther(one: Box, other: Box): boolean {
  if (!one || !other) return false
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return !isBeside && one.y + one.height > other.y && other.y + other.height > one.y
}

test('on a phone nothing lies on the contact form; the way to the chat stands below it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/contact?project=twin-towers')
  await expect(page.getByRole('link', { name: 'Chat with us on WhatsApp' })).toBeHidden()
  await expect(page.locator('main a[href="https://wa.me/254200000000"]:visible')).toHaveCount(1)
})

test('a page that learns nothing of its visitor stays, and its form works', async ({ browser, program }) => {
  const { page } = await openPage(browser, program, { viewport: { width: 390, height: 844 } })
  await page.route(/\/session|__manifest/, (route) => route.abort('internetdisconnected'))
  await page.goto('/contact')
  await page.waitForTimeout(1500)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Talk to a person.')
  await page.getByRole('textbox', { name: 'Full Name', exact: true }).fill('Alone Ali')
  await page.getByRole('textbox', { name: 'Email Address', exact: true }).fill('alone@example.com')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await page.context().close()
})
