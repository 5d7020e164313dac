import { expect, type Page } from '@playwright/test'
import { openPage, test } from './fixtures.ts'
import { forgetInquiryLimit, look } from './look.ts'
import type { Program } from './program.ts'

const phone = { viewport: { width: 390, height: 844 } }

test.beforeEach(({ program }) => forgetInquiryLimit(program))

const keptOf = (program: Program, email: string) =>
  look(program, (query) =>
    query('select source, subject, message, suspicion from app.inquiry where email = $1', [email]),
  )

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

async function fillLanding(page: Page, email: string) {
  await field(page, 'Name').fill('Sagal & Sons')
  await field(page, 'Email').fill(email)
  await field(page, 'Subject').fill('A shop?')
  await field(page, 'Message').fill('Line one\nLine two 🏠')
}

/** No one answers at WhatsApp's address but this test. */
const answerForWhatsApp = (page: Page) =>
  page
    .context()
    .route('https://wa.me/**', (route) =>
      route.fulfill({ body: 'The chat', contentType: 'text/plain' }),
    )

test('PUB-041..044 (W-47) the landing form opens WhatsApp with everything typed, and the company keeps it', async ({
  page,
  program,
}) => {
  const email = 'sagal@example.com'
  await answerForWhatsApp(page)
  await page.goto('/')
  const send = page.getByRole('button', { name: 'Send and open WhatsApp' })
  await send.click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Subject')).toHaveAccessibleDescription('Please enter a subject')
  expect(page.context().pages()).toHaveLength(1)

  await fillLanding(page, email)
  const opening = page.waitForEvent('popup')
  await send.click()
  const chat = new URL((await opening).url())
  expect(`${chat.origin}${chat.pathname}`).toBe('https://wa.me/254200000000')
  expect(chat.searchParams.get('text')).toBe(
    `Name: Sagal & Sons\nEmail: ${email}\nSubject: A shop?\n\nLine one\nLine two 🏠`,
  )
  await expect(page.getByText('We have your message. WhatsApp opened in a new tab')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Open WhatsApp/ })).toHaveAttribute(
    'href',
    chat.href,
  )
  expect(await keptOf(program, email)).toMatchObject([{ source: 'landing', subject: 'A shop?' }])
  await expect(page.getByText('Message sent!', { exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: 'Send Another Message' }).click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Message')).toHaveValue('')
})

test('offline, the landing form keeps what was typed and says so', async ({ browser, program }) => {
  const { page } = await openPage(browser, program, phone)
  const email = 'landing.later@example.com'
  await answerForWhatsApp(page)
  await page.goto('/')
  await fillLanding(page, email)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send and open WhatsApp' }).click()
  await expect(page.getByText('Failed to send message. Please try again.')).toBeVisible()
  await expect(page.locator('[data-form-alert]')).toHaveText(
    'You are offline. Your message was not saved. Your message is in the WhatsApp window. Send it there, or try again here when the connection is back.',
  )
  await expect(field(page, 'Message')).toHaveValue('Line one\nLine two 🏠')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send and open WhatsApp' }).click()
  await expect(page.getByText('We have your message.')).toBeVisible()
  expect(await keptOf(program, email)).toHaveLength(1)
  await page.context().close()
})

test('too often, the landing form says that the words are in the chat and not with the company', async ({
  page,
  program,
}) => {
  await answerForWhatsApp(page)
  await page.goto('/contact')
  await field(page, 'Full Name').fill('Often Ali')
  await field(page, 'Email Address').fill('often@example.com')
  await field(page, 'Message').fill('The first')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  await look(program, (query) => query('update app.inquiry_post set weight = 10'))
  await page.goto('/')
  await fillLanding(page, 'often@example.com')
  await page.getByRole('button', { name: 'Send and open WhatsApp' }).click()
  await expect(page.locator('[data-form-alert]')).toHaveText(
    /This one was not saved\. Your message is in the WhatsApp window. Send it there, or try again here in \d+ minutes\./,
  )
  await expect(field(page, 'Message')).toHaveValue('Line one\nLine two 🏠')
})

test('what the server refuses of the landing form stands next to its field', async ({ page }) => {
  await answerForWhatsApp(page)
  await page.goto('/')
  await fillLanding(page, "o'..neil@example.com")
  await page.getByRole('button', { name: 'Send and open WhatsApp' }).click()
  const email = field(page, 'Email')
  await expect(email).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(email).toBeFocused()
  await expect(field(page, 'Message')).toHaveValue('Line one\nLine two 🏠')
})

test('without script both forms are sent: one is thanked, the other led to the chat', async ({
  browser,
  program,
}) => {
  const { page } = await openPage(browser, program, { ...phone, javaScriptEnabled: false })
  await answerForWhatsApp(page)
  await page.goto('/contact?project=retail-clothing')
  await field(page, 'Full Name').fill('Plain Ali')
  await field(page, 'Email Address').fill('plain@example.com')
  await page.getByRole('button', { name: 'Send message' }).click()
  // The browser holds back what is missing by itself.
  await expect(page).toHaveURL('/contact?project=retail-clothing')
  await field(page, 'Message').fill('Hello')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  expect(await keptOf(program, 'plain@example.com')).toMatchObject([
    { subject: expect.stringMatching(/^About: /) },
  ])
  await page.getByRole('link', { name: 'Send Another Message' }).click()
  await expect(field(page, 'Message')).toHaveValue('')

  await page.goto('/')
  await fillLanding(page, 'plain.landing@example.com')
  await page.getByRole('button', { name: 'Send and open WhatsApp' }).click()
  await expect(page).toHaveURL(/^https:\/\/wa\.me\/254200000000\?text=Name%3A\+?/)
  expect(await keptOf(program, 'plain.landing@example.com')).toHaveLength(1)
  await page.context().close()
})
