import { expect, type Locator, type Page } from '@playwright/test'
import { openPage, test } from './fixtures.ts'
import { forgetInquiryLimit, look } from './look.ts'
import type { Program } from './program.ts'
import { expectPainted } from './waits.ts'

const phone = { viewport: { width: 390, height: 844 } }

const lost =
  'You are offline. Nothing was sent; your entries are kept. Try again when the connection is back.'

test.beforeEach(({ program }) => forgetInquiryLimit(program))

const keptOf = (program: Program, email: string) =>
  look(program, (query) =>
    query('select source, subject, message, suspicion from app.inquiry where email = $1', [email]),
  )

const main = (page: Page) => page.getByRole('main')

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function tabTo(page: Page, target: Locator, most: number) {
  for (let count = 0; count < most; count += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${most} tabs did not lead to ${target}`)
}

test('PUB-089..092 LIM-014 (W-47) from the skip link to a sent message without a mouse, in the time it takes', async ({
  page,
  program,
}) => {
  const email = 'ubah.keys@example.com'
  await page.goto('/contact?project=twin-towers')
  const opened = performance.now()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  // The way to sign in stands between, because a project is carried along.
  await tabTo(page, field(page, 'Full Name'), 2)
  await page.keyboard.type('Ubah Keys')
  await tabTo(page, field(page, 'Email Address'), 1)
  await page.keyboard.type(email)
  await tabTo(page, field(page, 'Message'), 2)
  await page.keyboard.type('Is one of the flats still free?')
  const button = page.getByRole('button', { name: 'Send message' })
  await tabTo(page, button, 1)
  // A person needs longer than three seconds; who does not is taken for a robot.
  await expect.poll(() => performance.now() - opened).toBeGreaterThan(3_000)

  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/contact.data*', (route) => held.then(() => route.continue()))
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('button', { name: 'Sending' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await page.keyboard.press('Enter')
  await expectPainted(page)
  await expect(main(page).getByRole('button', { name: 'Sending' })).toBeFocused()
  letGo()

  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await expect(page.getByText('Message sent!', { exact: true })).toBeVisible()
  await expect(
    page.getByText("We'll get back to you as soon as possible", { exact: true }),
  ).toBeVisible()
  await expect(field(page, 'Full Name')).toHaveCount(0)
  expect(await keptOf(program, email)).toEqual([
    {
      source: 'contact',
      subject: 'About: Twin Towers Muthaiga',
      message: 'Is one of the flats still free?',
      suspicion: null,
    },
  ])
  await expect
    .poll(() => program.output(), { timeout: 60_000 })
    .toContain('Is one of the flats still free?')
  await expect.poll(() => program.output(), { timeout: 60_000 }).toContain(`Email to ${email}`)

  await tabTo(page, page.getByRole('link', { name: 'Send Another Message' }), 1)
  await page.keyboard.press('Enter')
  await expect(field(page, 'Full Name')).toBeFocused()
  for (const label of ['Full Name', 'Email Address', 'Phone Number (optional)', 'Message']) {
    await expect(field(page, label)).toHaveValue('')
  }
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
})

test('PUB-086 PUB-088 the page says next to each field what is missing, before anything is sent', async ({
  page,
}) => {
  await page.goto('/contact')
  const addresses: string[] = []
  page.on('request', (request) => request.method() === 'POST' && addresses.push(request.url()))
  const name = field(page, 'Full Name')
  const button = page.getByRole('button', { name: 'Send message' })
  await button.click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Please enter your name')
  await expect(field(page, 'Message')).toHaveAccessibleDescription('Please enter a message')
  await name.fill('Ubah')
  await field(page, 'Email Address').fill('ubah@')
  await field(page, 'Message').evaluate((field: HTMLTextAreaElement) => {
    field.value = 'x'.repeat(1_000_000)
  })
  await button.click()
  await expect(field(page, 'Email Address')).toBeFocused()
  await expect(field(page, 'Email Address')).toHaveAccessibleDescription(
    'Please enter a valid email address',
  )
  await expect(field(page, 'Message')).toHaveAccessibleDescription(
    'Please keep this to 5000 characters.',
  )
  expect(addresses).toEqual([])
})

test('PUB-093 offline, the contact page says so, keeps everything, and sends it later', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openPage(browser, program, phone)
  const email = 'later@example.com'
  await page.goto('/contact')
  await field(page, 'Full Name').fill('Later Ali')
  await field(page, 'Email Address').fill(email)
  await field(page, 'Message').fill('First line\nSecond line')
  // The router reads which pages lead on, and would report that it could not.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send message' }).click()
  const toast = page
    .getByRole('alert')
    .filter({ hasText: 'Failed to send message. Please try again.' })
  await expect(toast).toBeVisible()
  const [text, title] = await Promise.all([
    toast.locator('> *').boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ])
  expect(
    (text?.y ?? 0) + (text?.height ?? 0),
    'the toast leaves the title free',
  ).toBeLessThanOrEqual(title?.y ?? 0)
  await expect(page.locator('[data-form-alert]')).toHaveText(lost)
  await expect(page.locator('[data-form-alert]')).toBeFocused()
  await expect(field(page, 'Message')).toHaveValue('First line\nSecond line')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  expect(await keptOf(program, email)).toHaveLength(1)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('too often, the page says when to try again and keeps what was typed', async ({
  page,
  program,
}) => {
  await page.goto('/contact')
  const write = async (message: string) => {
    await field(page, 'Full Name').fill('Often Ali')
    await field(page, 'Email Address').fill('often@example.com')
    await field(page, 'Message').fill(message)
    await page.getByRole('button', { name: 'Send message' }).click()
  }
  await write('The first')
  await page.getByRole('link', { name: 'Send Another Message' }).click()
  await look(program, (query) => query('update app.inquiry_post set weight = 10'))
  await write('The second')
  await expect(page.locator('[data-form-alert]')).toHaveText(
    /Please try again in (59|60) minutes, or write to hello@msingi\.example\./,
  )
  await expect(field(page, 'Message')).toHaveValue('The second')
  await expect(page.getByRole('button', { name: 'Send message' })).not.toHaveAttribute(
    'aria-busy',
    'true',
  )
})

test('a message of ten megabytes is refused before it is read, on a page that says what to do', async ({
  page,
}) => {
  const form = {
    source: 'contact',
    name: 'Hodan',
    email: 'hodan@example.com',
    message: 'a'.repeat(10_000_000),
  }
  const answer = await page.request.post('/contact', { form })
  expect(answer.status()).toBe(413)
  expect(await answer.text()).toContain('Nothing was sent. A message may have 5,000 characters.')
})

test('any other form far too large is answered with a page of the product', async ({ page }) => {
  const answer = await page.request.post('/login', {
    form: { email: 'a'.repeat(2_000_000), password: 'x' },
  })
  expect(answer.status()).toBe(413)
  expect(await answer.text()).toMatch(/<h1[^>]*>The form is too large<\/h1>/)
})
