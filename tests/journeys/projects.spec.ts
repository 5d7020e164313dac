import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, openPage, test } from './fixtures.ts'

const list = '/admin-dashboard/projects'
const name = 'Lamu Courtyard'
const slug = 'lamu-courtyard'

async function aPicture(background: string) {
  const pixels = sharp({ create: { width: 900, height: 600, channels: 3, background } })
  return {
    name: `${background}.jpg`,
    mimeType: 'image/jpeg',
    buffer: await pixels.jpeg().toBuffer(),
  }
}

const card = (page: Page) => page.getByRole('article', { name })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click()

async function openFacts(page: Page) {
  await page.goto(`${list}?q=Lamu`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByLabel('Tagline')).toBeVisible()
}

/** What someone without a session reads at the project's address. */
async function expectPublic(visitor: Page, words: string, status = 200) {
  await expect(async () => {
    const answer = await visitor.goto(`/investment/${slug}`)
    expect(answer?.status()).toBe(status)
    await expect(visitor.getByText(words).first()).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 10_000 })
}

test('a project is added, published, pictured, changed and taken away; the public page follows each time', async ({
  page,
  program,
  browser,
}) => {
  const { page: visitor } = await openPage(browser, program)
  await comeIn(page, demoAdminEmail)
  await page.goto(`${list}/new`)
  await page.getByLabel(/^Name/).fill(name)
  await page.getByLabel(/^Location/).fill('Lamu, Kenya')
  await page.getByLabel(/^Total Value/).fill('250,000')
  await page.getByRole('button', { name: 'Add Project' }).click()
  await expect(page.getByText('Project added')).toBeVisible()

  // Without a cover it is not published, and nothing that was typed is lost.
  await openFacts(page)
  await page.getByLabel('Tagline').fill('Houses around a garden')
  await page.getByLabel('Published').check()
  await save(page)
  await expect(page.getByText('A published project needs a cover.')).toBeVisible()
  await expect(page.getByLabel('Tagline')).toHaveValue('Houses around a garden')
  await page.getByRole('link', { name: 'Pictures' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  for (const colour of ['teal', 'salmon']) {
    await page.getByRole('link', { name: 'Add Picture' }).first().click()
    await page.locator('input[type=file]').setInputFiles(await aPicture(colour))
    await page.getByLabel(/^Description/).fill(`A ${colour} wall`)
    await page.getByRole('button', { name: 'Upload Picture' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Make picture 2 the cover' }).press('Enter')
  await expect(page.getByRole('listitem').first().getByRole('img')).toHaveAttribute(
    'alt',
    'A salmon wall',
  )

  await openFacts(page)
  await page.getByLabel('Tagline').fill('Houses around a garden')
  await page.getByLabel('Published').check()
  await save(page)
  await expect(page.getByText('Project updated')).toBeVisible()
  await expectPublic(visitor, 'Houses around a garden')

  await openFacts(page)
  await page.getByLabel('Tagline').fill('Houses around a well')
  await save(page)
  await expectPublic(visitor, 'Houses around a well')

  await openFacts(page)
  await page.getByLabel('Published').uncheck()
  await save(page)
  await expect(page.getByText('Project updated')).toBeVisible()
  await expectPublic(visitor, 'Page not found', 404)

  await page.goto(`${list}?q=Lamu`)
  await card(page)
    .getByRole('link', { name: `Delete or archive ${name}` })
    .click()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  await expect(page.getByText('Project deleted')).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await visitor.context().close()
})
