import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anAdmin, anInvestor } from '../tests/people.ts'
import { addresses, ask } from '../tests/product.tsx'
import { wordsOf } from '../tests/screens.tsx'
import { cookiesOf } from '../tests/visits.ts'

const office = /^\/(admin-dashboard|manage-users)/
const portal = /^\/investment-dashboard/

/** The addresses of an area, each with an id where one belongs and a name no one gave where anything may stand. */
const addressesOf = (area: RegExp) =>
  addresses()
    .filter(({ path }) => area.test(path))
    .map(({ path, file }) => ({
      path: path.replace(/:\w+/g, randomUUID()).replace('*', 'nowhere/at-all'),
      isPage: file.endsWith('.tsx'),
    }))
const officeAddresses = addressesOf(office)
const portalAddresses = addressesOf(portal)
const pages = (list: typeof officeAddresses) =>
  list.filter(({ isPage }) => isPage).map(({ path }) => path)
const outsideLayout = (list: typeof officeAddresses) =>
  list.filter(({ isPage }) => !isPage).map(({ path }) => path)
const files = (list: typeof officeAddresses) =>
  outsideLayout(list).filter((path) => !path.endsWith('/upload'))
const uploads = outsideLayout(officeAddresses).filter((path) => path.endsWith('/upload'))

const admin = await cookiesOf(await anAdmin())
const investor = await cookiesOf(await anInvestor())

test('the walk has every kind of address', () => {
  expect(pages(officeAddresses)).toEqual(
    expect.arrayContaining([
      '/admin-dashboard',
      '/admin-dashboard/nowhere/at-all',
      '/manage-users',
    ]),
  )
  expect(files(officeAddresses)).toContain('/admin-dashboard/live')
  expect(pages(portalAddresses)).toEqual(
    expect.arrayContaining(['/investment-dashboard', '/investment-dashboard/nowhere/at-all']),
  )
})

describe('a guest', () => {
  test.each(pages([...officeAddresses, ...portalAddresses]))(
    'AUTH-036 at %s is led to the sign-in page, which remembers where they wanted to go',
    async (path) => {
      expect(await ask(`${path}?q=asha`)).toMatchObject({
        status: 302,
        location: `/login?next=${encodeURIComponent(`${path}?q=asha`)}`,
      })
    },
  )

  test.each(files([...officeAddresses, ...portalAddresses]))(
    'at the file %s is told there is nothing',
    async (path) => {
      expect(await ask(path)).toMatchObject({ status: 404 })
    },
  )

  test.each(uploads)('who sends a form to %s is led to the sign-in page', async (path) => {
    expect((await ask(path, { form: {} })).location).toMatch(/^\/login\?/)
  })
})

describe('someone of the other role', () => {
  test.each(pages(officeAddresses))(
    'AUTH-037 an investor at %s is sent to the investor dashboard',
    async (path) => {
      expect(await ask(path, { cookie: investor })).toMatchObject({
        status: 302,
        location: '/investment-dashboard',
      })
    },
  )

  test.each(pages(portalAddresses))(
    'AUTH-038 an administrator at %s is sent to the admin dashboard',
    async (path) => {
      expect(await ask(path, { cookie: admin })).toMatchObject({
        status: 302,
        location: '/admin-dashboard',
      })
    },
  )

  test.each(files(officeAddresses))(
    'an investor at the file %s is told there is nothing',
    async (path) => {
      expect(await ask(path, { cookie: investor })).toMatchObject({ status: 404 })
    },
  )

  test.each(uploads)(
    'an investor who sends a form to %s is told there is nothing',
    async (path) => {
      expect(await ask(path, { cookie: investor, form: {} })).toMatchObject({ status: 404 })
    },
  )

  test.each(files(portalAddresses))(
    'an administrator at the file %s is told there is nothing',
    async (path) => {
      expect(await ask(path, { cookie: admin })).toMatchObject({ status: 404 })
    },
  )
})

test.each(['/admin-dashboard/nowhere', '/admin-dashboard/investors/nowhere'])(
  'an administrator reads at %s that there is no such page, inside the back office',
  async (path) => {
    const { status, html } = await ask(path, { cookie: admin })
    expect(status).toBe(404)
    expect(wordsOf(html)).toMatch(/Admin Panel.*Page not found/)
  },
)

test('an investor reads at an unknown address that there is no such page, inside the portal', async () => {
  const { status, html } = await ask('/investment-dashboard/nowhere', { cookie: investor })
  expect(status).toBe(404)
  expect(wordsOf(html)).toMatch(/Investor Portal.*Page not found/)
})

test('an investment that is not there is not found, which is no fault of the list behind it', async () => {
  const { status, html } = await ask(`/admin-dashboard/investments/${randomUUID()}/payment`, {
    cookie: admin,
  })
  expect(status).toBe(404)
  expect(wordsOf(html)).toContain('Page not found')
  expect(wordsOf(html)).not.toContain('Error fetching')
})
