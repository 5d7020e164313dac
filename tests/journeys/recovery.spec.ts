import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { expect, type Page } from '@playwright/test'
import { openMailbox, textOf } from '../mailbox.ts'
import { test as base, expectRefused, openPage, signIn } from './fixtures.ts'
import { look } from './look.ts'
import { clearAway, type Program, startProgram } from './program.ts'

const password = 'quarry-lantern-47'
const fresh = 'seven warm baobabs'

type Mailbox = Awaited<ReturnType<typeof openMailbox>>

/** Not the demo, which sends no email: its own installation, with a real mail server. */
const test = base.extend<object, { mailbox: Mailbox }>({
  mailbox: [
    async ({ browserName: _ }, use) => {
      const mailbox = await openMailbox()
      await use(mailbox)
      await mailbox.close()
    },
    { scope: 'worker' },
  ],
  program: [
    async ({ mailbox }, use) => {
      const settings = {
        DEMO: '0',
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'Msingi <no-reply@msingi.test>',
      }
      const program = await startProgram(settings)
      await use(program)
      await program.stop()
      await clearAway(program)
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

/** An investor who signs in with `password`. */
async function anInvestor(program: Program, { confirmed = true } = {}): Promise<string> {
  const email = `hodan.${randomUUID().slice(0, 8)}@example.com`
  const passwordHash = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  await look(program, async (query) => {
    const [account] = await query(
      `insert into auth."user" (name, email, status, "emailVerified") values ('Hodan Abdi', $1, 'active', $2) returning id`,
      [email, confirmed],
    )
    await query(
      `insert into auth.account ("accountId", "providerId", "userId", password, "updatedAt")
       values ($1::uuid::text, 'credential', $1, $2, now() - interval '2 days')`,
      [account?.id, passwordHash],
    )
    await query(
      `insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, 'Hodan Abdi', '2025-01-15')`,
      [account?.id, email],
    )
  })
  return email
}

/** The link in the newest email to this address, once `count` have arrived. */
async function linkTo(mailbox: Mailbox, email: string, count = 1): Promise<string> {
  const mails = () => mailbox.arrived.filter(({ to }) => to.includes(email))
  await expect.poll(() => mails().length, { timeout: 60_000 }).toBe(count)
  const [link = ''] =
    textOf(mails().at(-1) ?? { to: [], source: '' }).match(/http:\/\/[^\s"<]+/) ?? []
  return link
}

const expire = (program: Program, email: string) =>
  look(program, (query) =>
    query(
      `update auth.link set created_at = now() - interval '25 hours', expires_at = now() - interval '1 hour'
       where email = $1 and used_at is null and ended_at is null`,
      [email],
    ),
  )

async function askForLink(page: Page, email: string) {
  await page.goto('/login/forgot')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
}

async function choose(page: Page, typed: string, again = typed) {
  await page.getByLabel(/^New password/).fill(typed)
  await page.getByLabel(/^Confirm password/).fill(again)
  await page.getByRole('button', { name: 'Set new password' }).click()
}

const alert = (page: Page) => page.getByRole('main').getByRole('alert').first()

test('AUTH-006 AUTH-062 AUTH-047 AUTH-059 from a forgotten password to a new one, though a scanner opens the link first', async ({
  page,
  program,
  browser,
  mailbox,
}) => {
  const email = await anInvestor(program)
  const elsewhere = await openPage(browser, program)
  await signIn(elsewhere.page, email, password)

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  const field = page.getByLabel('Email')
  await field.fill('hodan@')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expectRefused(field, 'Please enter a valid email address')
  await field.fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Password reset email sent')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')

  const link = await linkTo(mailbox, email)
  expect(link).toMatch(
    new RegExp(`^${program.origin}/reset-password\\?token=[\\w-]{43}&type=recovery$`),
  )
  for (const method of ['GET', 'HEAD', 'GET'])
    expect((await fetch(link, { method })).status).toBe(200)

  await page.goto('/')
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await choose(page, 'five5', 'other')
  await expectRefused(page.getByLabel(/^New password/), 'Password must be at least 6 characters')
  await expect(page.getByLabel(/^Confirm password/)).toHaveAccessibleDescription(
    'Passwords do not match',
  )
  await choose(page, 'seven67')
  await expectRefused(page.getByLabel(/^New password/), 'Password must be at least 8 characters')
  await choose(page, 'hodan-quarry-47')
  await expectRefused(
    page.getByLabel(/^New password/),
    'Leave your name and your email address out of the password.',
  )
  await choose(page, fresh)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password reset successful')
  await expect(page).toHaveURL('/reset-password')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL('/login')

  await elsewhere.page.goto('/investment-dashboard')
  await expect(elsewhere.page).toHaveURL(/\/login/)
  await elsewhere.page.context().close()
  await signIn(page, email, fresh)
  await page.goBack()
  await expect(page.getByLabel(/^New password/)).toHaveCount(0)
  expect(program.output()).not.toContain(new URL(link).searchParams.get('token'))
})

test('AUTH-051 a used, a replaced, a foreign and a forged link set no password', async ({
  page,
  program,
  mailbox,
}) => {
  const email = await anInvestor(program)
  await askForLink(page, email)
  const replaced = await linkTo(mailbox, email)
  await askForLink(page, email)
  const newest = await linkTo(mailbox, email, 2)
  const forged = newest.replace(/token=./, 'token=_')
  const foreign = newest.replace('/reset-password?token=', '/invitation/').replace(/&.*/, '')
  for (const link of [replaced, forged, `${newest}&token=x`]) {
    await page.goto(link)
    await expect(alert(page)).toContainText(/^Invalid /)
    await expect(page.getByLabel(/^New password/)).toHaveCount(0)
  }
  expect((await page.goto(foreign))?.status()).toBe(404)

  // Two tabs with the same link: who sends first wins.
  const second = await page.context().newPage()
  await page.goto(newest)
  await second.goto(newest)
  await choose(page, fresh)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password reset successful')
  await choose(second, 'other warm baobabs')
  await expect(alert(second)).toHaveText('Invalid or expired recovery token')
  await second.close()
  await signIn(page, email, fresh)
})

test('AUTH-055 (W-13) an expired link sends one fresh link by itself, also when it is opened again', async ({
  page,
  program,
  mailbox,
}) => {
  const email = await anInvestor(program)
  await askForLink(page, email)
  const link = await linkTo(mailbox, email)
  await expire(program, email)
  await fetch(link)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto(link)
  await expect(
    page.getByText(
      "Your reset link has expired. We've sent a new password reset link to your email.",
    ),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(posts).toEqual([`${program.origin}/reset-password.data`])
  await expect(page).toHaveURL('/reset-password')
  const renewed = await linkTo(mailbox, email, 2)
  await page.goto(link)
  await expect(alert(page)).toHaveText('Invalid or expired recovery token')
  await page.goto(renewed)
  await choose(page, fresh)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Password reset successful')
})

test('without script: the request, an expired link with a button, a refusal, and the new password', async ({
  browser,
  program,
  mailbox,
}) => {
  const email = await anInvestor(program)
  const { page, complaints } = await openPage(browser, program, { javaScriptEnabled: false })
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('Password reset email sent')).toBeVisible()
  const link = await linkTo(mailbox, email)
  await expire(program, email)
  await page.goto(link.replace('token=', 'access_token='))
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText("We've sent a new password reset link to your email.")).toBeVisible()
  await page.goto(await linkTo(mailbox, email, 2))
  await choose(page, 'sixsix')
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
  await expect(page).toHaveURL('/reset-password')
  await choose(page, fresh)
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await page.context().close()
  expect(complaints).toEqual([])
})

test('AUTH-014 AUTH-018 MAIL-004 an unconfirmed address gets its mail again, and is confirmed by the button of the link', async ({
  page,
  program,
  mailbox,
}) => {
  const email = await anInvestor(program, { confirmed: false })
  await page.goto('/login?next=%2Finvestment-dashboard%2Fdocuments')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel(/^Password/).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(alert(page)).toHaveText(
    'Email not confirmed. Please check your inbox for a confirmation email.',
  )
  await page.getByRole('button', { name: 'Resend the confirmation email' }).click()
  await expect(page.getByText('Confirmation email resent')).toBeVisible()
  await expect(page).toHaveURL('/login?next=%2Finvestment-dashboard%2Fdocuments')

  const link = await linkTo(mailbox, email)
  await fetch(link)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm this address' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Email confirmed')).toBeVisible()
  await signIn(page, email, password)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This address is confirmed')
})
