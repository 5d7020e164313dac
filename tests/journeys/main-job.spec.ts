import { readFile } from 'node:fs/promises'
import { expect, type Page, type Request } from '@playwright/test'
import { choose, expectSound, openPage, signIn, test } from './fixtures.ts'
import { invitationMailedTo } from './invitations.ts'
import { aPdf, aPhoto, sha256 } from './sample-files.ts'
import { openLive } from './waits.ts'

const investor = {
  name: 'Nasra Mohamud',
  email: 'nasra.mohamud@example.com',
  password: 'quarry-lantern-47',
}
const project = 'Harbour Lofts'

async function addInvestor(admin: Page) {
  await admin.goto('/admin-dashboard/investors')
  await admin.getByRole('link', { name: 'Add Investor' }).click()
  await admin.getByLabel('Full Name').fill(investor.name)
  await admin.getByLabel('Email').fill(`  ${investor.email.toUpperCase()} `)
  await admin.getByRole('button', { name: 'Add Investor' }).click()
  await expect(admin.getByText('Investor added', { exact: true })).toBeVisible()
}

async function addProject(admin: Page) {
  await admin.goto('/admin-dashboard/projects')
  await admin.getByRole('link', { name: 'Add Project' }).click()
  await admin.getByLabel('Name', { exact: false }).first().fill(project)
  await admin.getByLabel('Location').fill('Mombasa')
  await admin.getByLabel('Total Value').fill('2,000,000')
  await admin
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: await aPhoto() })
  await admin.getByLabel('Description of the picture').fill('A row of lofts at the harbour')
  await admin.getByRole('button', { name: 'Add Project' }).click()
  await expect(admin.getByText('Project added', { exact: true })).toBeVisible()
  const cover = admin.getByRole('img', { name: 'A row of lofts at the harbour' })
  await expect(cover).toBeVisible()
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
}

async function addInvestment(admin: Page) {
  await admin.goto('/admin-dashboard/investments')
  await admin.getByRole('link', { name: 'Add Investment' }).first().click()
  await choose(admin, 'Project', project)
  await choose(admin, 'Investor', investor.name)
  await admin.getByLabel('Amount', { exact: false }).first().fill('10,000')
  await admin.getByRole('button', { name: /^Add investment/i }).click()
  await expect(admin.getByText('Investment added', { exact: true })).toBeVisible()
}

async function uploadDocument(admin: Page, document: Buffer) {
  await admin.goto('/admin-dashboard/documents')
  await admin.getByRole('link', { name: 'Upload Document' }).first().click()
  await admin.getByLabel('Title').fill('Purchase agreement')
  await admin.getByLabel('Who can see it').selectOption({ label: 'One investor' })
  await choose(admin, 'Investor', investor.name)
  await admin.getByLabel('File').setInputFiles({
    name: 'agreement – signed.pdf',
    mimeType: 'application/pdf',
    buffer: document,
  })
  await admin.getByRole('button', { name: 'Upload Document' }).click()
  await expect(admin.getByText('Document uploaded', { exact: true })).toBeVisible()
}

async function recordPayment(admin: Page, amount: string) {
  await admin.goto(`/admin-dashboard/investments?q=${encodeURIComponent(investor.name)}`)
  await admin
    .getByRole('link', { name: /^Payment for/ })
    .first()
    .click()
  await admin.getByLabel('Amount', { exact: false }).first().fill(amount)
  await admin.getByRole('button', { name: /^Record payment of/ }).click()
  await expect(admin.getByText('Payment recorded', { exact: true })).toBeVisible()
}

async function followInvitation(person: Page, link: string) {
  await person.goto(link)
  await expect(person.getByText(investor.email)).toBeVisible()
  await person.getByLabel(/^Password/).fill(investor.password)
  await person.getByLabel(/^Confirm password/).fill(investor.password)
  await person
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await person.waitForURL('**/login**')
}

/** When a request went out, by the browser's own clock. */
async function startOf(sending: Promise<Request>) {
  const request = await sending
  await request.response()
  return request.timing().startTime
}

test('the main job, from the first investor to the payment that shows by itself', async ({
  browser,
  page: admin,
  program,
}) => {
  const document = await aPdf('Purchase agreement')
  const { page: person, complaints } = await openPage(browser, program, {
    viewport: { width: 390, height: 844 },
  })

  await signIn(admin, 'admin@demo.msingi.test')
  await addInvestor(admin)
  await addProject(admin)
  await addInvestment(admin)
  await uploadDocument(admin, document)
  await recordPayment(admin, '2,500.50')
  await expect(admin.getByText('Payment of $2,500.50 has been recorded.')).toBeVisible()

  await followInvitation(person, await invitationMailedTo(program, investor.email))
  await signIn(person, investor.email, investor.password)
  await expect(person.getByText(`Welcome back, ${investor.name}`)).toBeVisible()
  await person.goto('/investment-dashboard/documents')
  const arriving = person.waitForEvent('download')
  await person
    .getByRole('link', { name: /^download(?! all)/i })
    .first()
    .click()
  const download = await arriving
  expect(sha256(await readFile(await download.path()))).toBe(sha256(document))
  expect(download.suggestedFilename()).toBe('agreement – signed.pdf')
  await expectSound(person)

  await person.goto('/investment-dashboard/notifications')
  await expect(
    person.getByText('Your payment of $2,500.50 for the Harbour Lofts project has been received.'),
  ).toBeVisible()
  await expect(person.getByText('New', { exact: true }).first()).toBeVisible()

  await openLive(person, '/investment-dashboard/investments')
  await expect(person.getByText(/R-\d{4}-\d{6}/)).toHaveCount(1)
  const open = person.getByText(/R-\d{4}-\d{6}/)
  const refreshed = performance.now()
  // A page is not read again within three seconds.
  await expect.poll(() => performance.now() - refreshed).toBeGreaterThan(3_000)
  const sent = admin.waitForRequest((request) => request.method() === 'POST')
  const refresh = person.waitForRequest((request) => request.url().includes('/investments.data'))
  await recordPayment(admin, '1,000')
  await expect(open).toHaveCount(2)
  expect((await startOf(refresh)) - (await startOf(sent))).toBeLessThan(3_000)

  await person.setViewportSize({ width: 1280, height: 900 })
  await person.goto('/')
  await expect(person.getByRole('link', { name: /unread notifications/ }).first()).toBeAttached()
  expect(complaints).toEqual([])
  await person.context().close()
})
