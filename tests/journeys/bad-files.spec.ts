import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { unansweredMessage } from '../../app/ui/fields/unanswered.ts'
import { choose, comeIn, expectRefused, openPage, test } from './fixtures.ts'
import { aLineTo } from './line.ts'
import { look } from './look.ts'
import type { Program } from './program.ts'
import { aPdf, sha256 } from './sample-files.ts'

const million = 1_048_576

/** A readable PDF of a size: a reader stops at the end mark, so that what follows is weight alone. */
async function aHeavyPdf(path: string, bytes: number): Promise<string> {
  const document = await aPdf('Survey of the site')
  await writeFile(path, Buffer.concat([document, Buffer.alloc(bytes - document.length)]))
  return path
}

/** What is kept: documents in the database, files in the store; not the pictures that the worker draws of them in the meantime. */
async function kept(program: Program) {
  const entries = await readdir(join(program.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  const [row] = await look(program, (query) =>
    query(`select (select count(*)::int from app.document) as documents,
      array_agg(storage_key) as keys from app.stored_file`),
  )
  const drawn = new Set(
    ((row?.keys ?? []) as string[]).map((key) =>
      sha256(Buffer.from(`${key} preview`)).slice(0, 40),
    ),
  )
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name.slice(0, 40))
  return {
    documents: row?.documents as number,
    files: names.filter((name) => !drawn.has(name)).length,
  }
}

async function fillIn(page: Page, title: string) {
  await page.goto('/admin-dashboard/documents/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill('For the archive only')
}

async function expectWordsKept(page: Page, title: string) {
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Description')).toHaveValue('For the archive only')
}

const send = (page: Page) => page.getByRole('button', { name: 'Upload Document' }).click()

test('a file of a wrong kind or above the limit is refused next to its field, and nothing of it is kept', async ({
  page,
  program,
}, info) => {
  const before = await kept(program)
  await comeIn(page, demoAdminEmail)
  await fillIn(page, 'Survey')
  const file = page.getByLabel(/^File/)

  await send(page)
  await expectRefused(file, 'Please select a file to upload.')
  await file.setInputFiles({
    name: 'survey.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ\x90\x00\x03'),
  })
  await send(page)
  await expectRefused(
    file,
    'This kind of file cannot be uploaded. Choose a PDF, an Office document, an image or plain text.',
  )
  await file.setInputFiles({
    name: 'survey.exe',
    mimeType: 'application/pdf',
    buffer: await aPdf('Survey'),
  })
  await send(page)
  await expectRefused(
    file,
    'The content of this file is not what its name says. Save it again with the right file extension and choose it again.',
  )
  await file.setInputFiles({
    name: 'empty.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(0),
  })
  await send(page)
  await expectRefused(file, 'This file is empty. Choose another one.')
  await file.setInputFiles(await aHeavyPdf(info.outputPath('heavy.pdf'), 26 * million))
  await send(page)
  await expectRefused(file, 'This file is larger than 25 MB. Choose a smaller one.')
  await expect(page.getByText('heavy.pdf')).toBeVisible()
  await expectWordsKept(page, 'Survey')
  expect(await kept(program)).toEqual(before)

  await file.setInputFiles({
    name: 'survey.pdf',
    mimeType: 'application/pdf',
    buffer: await aPdf('Survey'),
  })
  await send(page)
  await expect(page.getByText('Document uploaded', { exact: true })).toBeVisible()
  expect(await kept(program)).toEqual({ documents: before.documents + 1, files: before.files + 1 })
})

test('a new attempt begins without what was wrong with the last one', async ({ page }, info) => {
  await comeIn(page, demoAdminEmail)
  await fillIn(page, 'Second attempt')
  const file = page.getByLabel(/^File/)
  await send(page)
  await expectRefused(file, 'Please select a file to upload.')
  await file.setInputFiles(await aHeavyPdf(info.outputPath('again.pdf'), million))
  const { promise: looked, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/new/upload', (route) => looked.then(() => route.continue()))
  await send(page)
  await expect(page.locator('form').getByText('Please select a file to upload.')).toHaveCount(0)
  await expect(page.locator('[data-form-alert]')).toHaveCount(0)
  letGo()
  await expect(page.getByText('Document uploaded', { exact: true })).toBeVisible()
})

test('W-32 after a refusal a paper still goes to whom the form says, and the next file is not called wrong', async ({
  page,
  program,
}) => {
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/documents/new')
  const dialog = page.getByRole('dialog', { name: 'Upload Document' })
  const [file, who, type] = [/^File/, 'Who can see it', 'Type'].map((name) =>
    dialog.getByLabel(name),
  )
  if (!file || !who || !type) throw new Error('the dialog has other fields')
  await dialog.getByLabel('Title').fill('For one person')
  await dialog.getByLabel('Project').selectOption({ index: 1 })
  await file.setInputFiles({
    name: 'evil.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('MZ\x90\x00\x03'),
  })
  await send(page)
  await expect(file).toHaveAttribute('aria-invalid', 'true')

  await type.selectOption('tax')
  await expect(who).toHaveValue('investor')
  await type.selectOption('legal')
  await expect(who).toHaveValue('project')
  await expect(who).toHaveAccessibleDescription(/^\d+ investors? of /)
  await who.focus()
  await who.selectOption('investor')
  await expect(who).toHaveValue('investor')
  await expect(who).toBeFocused()
  await expect(who).toHaveAccessibleDescription('No one else can see it')
  await file.setInputFiles({
    name: 'lease.pdf',
    mimeType: 'application/pdf',
    buffer: await aPdf('Lease'),
  })
  await expect(file).not.toHaveAttribute('aria-invalid')
  await expect(dialog.getByText('This kind of file cannot be uploaded.')).toHaveCount(0)

  await choose(page, 'Investor', 'Hodan Abdi')
  await send(page)
  await expect(page.getByText('Document uploaded', { exact: true })).toBeVisible()
  const stored = await look(program, (query) =>
    query(
      `select v.full_name as only from app.document d left join app.investor v on v.id = d.investor_id
       where d.title = 'For one person'`,
    ),
  )
  expect(stored).toEqual([{ only: 'Hodan Abdi' }])
})

test('a picture that is none is refused next to its field', async ({ page, program }) => {
  const before = await kept(program)
  await comeIn(page, demoAdminEmail)
  await page.goto('/admin-dashboard/projects/new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Garden Row')
  await page.getByLabel('Location').fill('Hargeisa')
  await page.getByRole('textbox', { name: 'Total Value' }).fill('750,000')
  const picture = page.locator('input[type=file]')
  await picture.setInputFiles({
    name: 'cover.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture at all'),
  })
  await page.getByRole('button', { name: 'Add Project' }).click()
  await expect(picture).toHaveAttribute('aria-invalid', 'true')
  await expect(picture).toHaveAccessibleDescription(/\S/)
  await expect(page.getByRole('textbox', { name: 'Total Value' })).toHaveValue('750,000')
  expect(await kept(program)).toEqual(before)
})

test('a connection lost in the middle of an upload keeps the form, and the second try stores it once', async ({
  browser,
  program,
}, info) => {
  const before = await kept(program)
  const line = await aLineTo(program.origin)
  const { page, complaints } = await openPage(browser, { ...program, origin: line.origin })
  await comeIn(page, demoAdminEmail)
  await fillIn(page, 'Long survey')
  const file = page.getByLabel(/^File/)
  await file.setInputFiles(await aHeavyPdf(info.outputPath('long.pdf'), 20 * million))
  line.breakAfter(8 * million)
  await send(page)
  await expect(page.locator('[data-form-alert]')).toHaveText(unansweredMessage('lost'))
  await expect(page.locator('[data-form-alert]')).toBeFocused()
  await expect(page.getByText('long.pdf')).toBeVisible()
  await expectWordsKept(page, 'Long survey')
  await expect.poll(() => kept(program)).toEqual(before)

  line.restore()
  await send(page)
  await expect(page.getByText('Document uploaded', { exact: true })).toBeVisible()
  expect(await kept(program)).toEqual({ documents: before.documents + 1, files: before.files + 1 })
  expect(complaints).toEqual([])
  await page.context().close()
  line.close()
})
