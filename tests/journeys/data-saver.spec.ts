import { expect } from '@playwright/test'
import { demoInvestorEmail } from '../../app/demo/sign-ins.ts'
import { comeIn, expectSound, openPage, test } from './fixtures.ts'

const phone = { viewport: { width: 390, height: 844 } }
const home = '/investment-dashboard'

test('the data saver leaves pictures out of the portal, and shows one that is asked for', async ({
  browser,
  program,
}) => {
  const { page, complaints } = await openPage(browser, program, phone)
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/pictures/'))
      pictures.push(request.url())
  })
  await comeIn(page, demoInvestorEmail)
  await page.goto(`${home}/projects`)
  await expect.poll(() => pictures.length).toBeGreaterThan(0)
  await page.goto(`${home}/settings`)
  await page.getByLabel('Leave pictures out of the portal').check()
  await page.getByRole('button', { name: 'Save data saver' }).click()
  await expect(page.getByText('Data saver on', { exact: true })).toBeVisible()
  pictures.length = 0
  for (const path of ['', '/investments', '/projects']) await page.goto(home + path)
  await page.getByText('Show picture').last().scrollIntoViewIfNeeded()
  await expectSound(page)
  expect(pictures).toEqual([])
  await page.getByText('Show picture').last().click()
  await expect.poll(() => pictures.length).toBe(1)
  expect(complaints).toEqual([])
  const storageState = await page.context().storageState()
  await page.context().close()

  const plain = await openPage(browser, program, {
    ...phone,
    javaScriptEnabled: false,
    storageState,
  })
  pictures.length = 0
  plain.page.on('request', (request) => pictures.push(request.url()))
  await plain.page.goto(`${home}/projects`, { waitUntil: 'networkidle' })
  expect(pictures.filter((address) => address.includes('/pictures/'))).toEqual([])
  const lastLink = plain.page.getByRole('link', { name: 'Show picture' }).last()
  const answer = await plain.page.request.get((await lastLink.getAttribute('href')) ?? '')
  expect(answer.headers()['content-type']).toBe('image/webp')
  await plain.page.context().close()
})
