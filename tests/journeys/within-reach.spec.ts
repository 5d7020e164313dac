import { expect, type Locator } from '@playwright/test'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectToFit, openPage, signIn, test } from './fixtures.ts'
import { aReceipt, forgetInquiryLimit } from './look.ts'
import { expectSettled } from './waits.ts'

for (const width of [390, 1280, 1600]) {
  test(`at ${width} px a mouse pauses the hero, and each Pause says what it pauses`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/')
    await page.locator('#home').getByRole('button', { name: 'Pause the pictures' }).click()
    await expect(
      page.locator('#home').getByRole('button', { name: 'Play the pictures' }),
    ).toBeVisible()
    for (const name of ['Pause the gallery', 'Pause the testimonials']) {
      await expect(page.getByRole('button', { name })).toHaveCount(1)
    }
  })
}

test('in the first view of a small phone the chat button lies on nothing that can be pressed', async ({
  page,
}) => {
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

/** Where the word of each element begins and ends; an icon or a count next to it is none. Runs in the page. */
function textEnds(elements: Element[]) {
  return elements.map((element) => {
    const word = document.createRange()
    const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    if (text) word.selectNode(text)
    const { left, right } = word.getBoundingClientRect()
    return { left, right }
  })
}

type Box = Awaited<ReturnType<Locator['boundingBox']>>

function lieOnEachOther(box: Box, other: Box): boolean {
  if (!box || !other) return false
  const isBeside = box.x + box.width <= other.x || other.x + other.width <= box.x
  return !isBeside && box.y + box.height > other.y && other.y + other.height > box.y
}

test('on a phone nothing lies on the contact form; the way to the chat stands below it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/contact?project=twin-towers')
  await expect(page.getByRole('link', { name: 'Chat with us on WhatsApp' })).toBeHidden()
  await expect(page.locator('main a[href="https://wa.me/254200000000"]:visible')).toHaveCount(1)
})

test('a page that learns nothing of its visitor stays, and its form works', async ({
  browser,
  program,
}) => {
  await forgetInquiryLimit(program)
  const { page } = await openPage(browser, program, { viewport: { width: 390, height: 844 } })
  await page.route(/\/session|__manifest/, (route) => route.abort('internetdisconnected'))
  const unanswered = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/session'),
  )
  await page.goto('/contact')
  await unanswered
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Talk to a person.')
  await page.getByRole('textbox', { name: 'Full Name', exact: true }).fill('Alone Ali')
  await page.getByRole('textbox', { name: 'Email Address', exact: true }).fill('alone@example.com')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hello')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await page.context().close()
})

test('the open phone menu keeps the keyboard from what it covers, and Escape closes it from anywhere', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  const opener = page.locator('summary[aria-label="Menu"]')
  const menu = page.getByRole('navigation', { name: 'Main, small screens' })
  await opener.press('Enter')
  await expect(page.locator('main')).toHaveAttribute('inert')
  for (let count = 0; count < 16; count += 1) {
    await page.keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const focused = document.activeElement
      return focused === document.body || focused?.closest('header') ? null : focused?.outerHTML
    })
    expect(outside).toBeNull()
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()
  await expect(page.locator('[inert]')).toHaveCount(0)

  await opener.press('Enter')
  await menu.getByRole('link', { name: 'About Us' }).press('Enter')
  await expect(menu).toBeHidden()
  await expect(page.locator('#about')).toBeFocused()
  await opener.press('Enter')
  await expect(page.locator('main')).toHaveAttribute('inert')
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect(page.locator('[inert]')).toHaveCount(0)
})

test('on a phone More closes when Tab leads out of it, and with Escape', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { viewport: { width: 390, height: 844 } })
  await comeIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard')
  const sheet = page.locator('.tab-bar > details')
  const opener = sheet.locator('summary')
  await opener.press('Enter')
  await sheet.getByRole('button', { name: 'Logout' }).focus()
  await expect(sheet).toHaveAttribute('open')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(sheet).not.toHaveAttribute('open')

  await opener.press('Enter')
  await sheet.getByRole('button', { name: 'Logout' }).focus()
  await page.keyboard.press('Escape')
  await expect(sheet).not.toHaveAttribute('open')
  await expect(opener).toBeFocused()
  await page.context().close()
})

test('on the smallest phone the words of the tabs, and the months of the chart, do not touch', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { viewport: { width: 320, height: 568 } })
  await signIn(page, demoInvestorEmail)
  await expect(page.getByRole('heading', { name: 'Paid and remaining' })).toBeVisible()
  await expectToFit(page)
  const tabs = page.locator('.tab-bar > a, .tab-bar > details > summary')
  const months = page
    .locator('span.flex-1 > span')
    .filter({ hasText: /^[A-Z][a-z]{2}(\d{4})?$/, visible: true })
  for (const [words, atLeast] of [
    [tabs, 5],
    [months, 6],
  ] as const) {
    await expect.poll(() => words.count()).toBeGreaterThanOrEqual(atLeast)
    const ends = await words.evaluateAll(textEnds)
    expect(ends.length).toBeGreaterThanOrEqual(atLeast)
    for (const [index, { left }] of ends.entries()) {
      expect(left, `the word before ${index}`).toBeGreaterThan(
        index === 0 ? 0 : (ends[index - 1]?.right ?? 0) + 1,
      )
    }
    expect(ends.at(-1)?.right).toBeLessThan(320)
  }
  await page.context().close()
})

test.describe('before the script of a page has come', () => {
  const phone = { viewport: { width: 390, height: 844 } }
  const script = /\.js$/

  test('a menu that was opened stays open, and is then as any other', async ({
    browser,
    program,
  }) => {
    const { page, complaints } = await openPage(browser, program, phone)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(script, (route) => promise.then(() => route.continue()))
    const opened = page.goto('/investments')
    const menu = page.getByRole('navigation', { name: 'Main, small screens' })
    await page.locator('summary[aria-label="Menu"]').click()
    await expect(menu).toBeVisible()
    resolve()
    await opened
    await expect(page.locator('main')).toHaveAttribute('inert')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('so does More of the portal', async ({ browser, program }) => {
    const { page, complaints } = await openPage(browser, program, phone)
    await comeIn(page, demoInvestorEmail)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(script, (route) => promise.then(() => route.continue()))
    const opened = page.goto('/investment-dashboard')
    const sheet = page.locator('.tab-bar > details')
    await sheet.locator('summary').click()
    await expect(sheet).toHaveAttribute('open')
    resolve()
    await opened
    await expectSettled(page)
    await expect(sheet).toHaveAttribute('open')
    await page.keyboard.press('Escape')
    await expect(sheet).not.toHaveAttribute('open')
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('no button of a gallery is there to be pressed for nothing', async ({
    browser,
    program,
  }) => {
    const { page, complaints } = await openPage(browser, program, phone)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(script, (route) => promise.then(() => route.continue()))
    const opened = page.goto('/investment/twin-towers')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const next = page.locator('.gallery__step').last()
    await expect(next).toBeHidden()
    resolve()
    await opened
    await next.click()
    await expect(page.locator('.gallery__count')).toHaveText(/^2/)
    expect(complaints).toEqual([])
    await page.context().close()
  })
})

test('a page of the portal prints without its frame, in the light colours, and its chart keeps its bars', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { colorScheme: 'dark' })
  await signIn(page, demoInvestorEmail)
  await page.goto('/investment-dashboard')
  await expect(page.getByText('Paid and remaining').first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  for (const frame of ['.side', '.top-bar', '.tab-bar', 'a[href="#main"]'])
    await expect(page.locator(frame).first()).toBeHidden()
  const of = (name: string, property: string) =>
    page
      .locator(name)
      .first()
      .evaluate(
        (element, propertyName) => getComputedStyle(element).getPropertyValue(propertyName),
        property,
      )
  await expect.poll(() => of('h1', 'color')).toBe('oklch(0.24 0.02 160)')
  await expect.poll(() => of('.bg-primary', 'print-color-adjust')).toBe('exact')
  await page.context().close()
})

test('with the letters of the browser at 24 and 32 px no page of the portal is wider than a phone', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { viewport: { width: 390, height: 844 } })
  const { investment, receipt, code } = await aReceipt(program, demoInvestorEmail)
  await signIn(page, demoInvestorEmail)
  const session = await page.context().newCDPSession(page)
  const home = '/investment-dashboard'
  const screens = ['', '/investments', '/projects', '/documents', '/notifications']
    .concat(['/statements', '/settings', `/investments/${investment}`, `/receipts/${receipt}`])
    .map((screen) => home + screen)
  const addresses = [...screens, `/verify/${code}`]
  for (const standard of [24, 32]) {
    await session.send('Page.setFontSizes', { fontSizes: { standard } })
    for (const address of addresses) {
      await page.goto(address)
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        `${standard}px`,
      )
      await expectToFit(page)
      const words = await page
        .locator('.tab-bar > a, .tab-bar > details > summary')
        .evaluateAll(textEnds)
      for (const [at, { right }] of words.entries())
        expect(right, address).toBeLessThanOrEqual(words[at + 1]?.left ?? 390)
    }
  }
  await page.context().close()
})
