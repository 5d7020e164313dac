import { join } from 'node:path'
import { expect } from '@playwright/test'
import { demoAdminEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, test } from './fixtures.ts'
import { look } from './look.ts'
import { aProject, putAway } from './own-data.ts'
import { desk, expectWellBuilt, type Screen } from './well-built.ts'

const picture = join(import.meta.dirname, '../../public/pictures/construction-480.webp')

test('the milestones of a project and their dialogs are sound at every width', async ({
  page,
  program,
}) => {
  const [{ id, awaited, reached } = {}] = await look(program, (query) =>
    query(
      `select p.id, (select id from app.milestone m where m.project_id = p.id and reached_id is null limit 1) as awaited,
         (select id from app.milestone m where m.project_id = p.id and reached_id is not null limit 1) as reached
       from app.project p where p.slug = 'twin-towers'`,
    ),
  )
  await comeIn(page, demoAdminEmail)
  const own = `/admin-dashboard/projects/${id}`
  const at = `${own}/milestones`
  const screens: Screen[] = [
    [at, 'Milestones · Msingi', 'Edit Project'],
    [`${at}/new`, 'Add Milestone · Msingi', 'Edit Project'],
    [`${at}/${awaited}/edit`, 'Edit Milestone · Msingi', 'Edit Project'],
    [`${at}/${awaited}/remove`, 'Remove Milestone · Msingi', 'Edit Project'],
    [`${at}/${awaited}/reached`, 'Mark as reached · Msingi', 'Mark as reached'],
    [`${at}/${reached}/void`, 'Void Milestone · Msingi', 'Edit Project'],
    [`${own}/updates`, 'Progress Updates · Msingi', 'Edit Project'],
    [
      `/admin-dashboard/investments?project=${id}`,
      'Manage Investments · Msingi',
      'Investment Management',
    ],
    [`/admin-dashboard/documents?project=${id}`, 'Manage Documents · Msingi', 'Manage Documents'],
    [`/admin-dashboard/distributions?project=${id}`, 'Distributions · Msingi', 'Distributions'],
  ]
  for (const screen of screens) await expectWellBuilt(page, screen, desk)
})

test('MILE-002 MILE-007 a milestone is marked as reached with a picture and visitors see it', async ({
  page,
  browser,
  program,
}) => {
  const { id, slug } = await aProject(program, 'Sea Wall Cottages', { published: true })
  await comeIn(page, demoAdminEmail)
  await page.goto(`/admin-dashboard/projects/${id}/milestones`)
  await page.getByRole('link', { name: 'Add milestone' }).first().click()
  await page.getByRole('textbox', { name: /^Milestone/ }).fill('Sea wall')
  await page.getByRole('button', { name: 'Add milestone' }).click()
  await page.getByRole('link', { name: /^Mark as reached ?: Sea wall$/ }).click()
  await page.getByLabel('Certified by').fill('Asha Noor')
  await page.getByLabel('Profession').fill('Marine engineer')
  await page.getByLabel('Licence number').fill('M-77')
  await page.getByLabel('Picture 1', { exact: true }).setInputFiles(picture)
  await page.getByRole('button', { name: 'Mark as reached' }).click()
  await expect(page.getByText('Enter the day the picture was taken.')).toBeVisible()
  await expect(page.getByLabel('Certified by')).toHaveValue('Asha Noor')
  await page.getByLabel('Description of picture 1').fill('The sea wall')
  await page.getByLabel('Taken on').first().fill('2026-01-05')
  await page.getByRole('button', { name: 'Mark as reached' }).click()
  await expect(page.getByText('Milestone reached')).toBeVisible()
  const guest = await browser.newPage({ baseURL: new URL(page.url()).origin })
  await expect(async () => {
    await guest.goto(`/investment/${slug}`)
    await expect(guest.getByText('1 of 1 milestone reached')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(guest.getByRole('img', { name: 'The sea wall' })).toBeVisible()
  await guest.close()
  await putAway(program, id)
})
