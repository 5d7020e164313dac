import { describe, expect, test } from 'vitest'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf } from '../../../tests/screens.tsx'
import ManageInvestors, { loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard/investors'

const load = (search: string, by: Parameters<typeof requestBy>[0] = admin) =>
  loader(requestBy(by, `${path}${search}`) as Parameters<typeof loader>[0])

const screen = (loaderData: Awaited<ReturnType<typeof load>>) => htmlOf(ManageInvestors, path, loaderData)

describe('Manage Investors', () => {
  test('MIN-004 an active investor is shown in normal colour, any other status in red', async () => {
    const active = await anInvestor('Aisha Active')
    const pending = await anInvestor('Bashir Pending', 'pending')
    const inactive = await anInvestor('Cawo Inactive', 'inactive')
    expect(screen(await load(`?q=${active.email}`))).toContain('<span>Active</span>')
    expect(screen(await load(`?q=${pending.email}`))).toMatch(/<span class="[^"]*text-negative">Pending</)
    expect(screen(await load(`?q=${inactive.email}`))).toMatch(/<span class="[^"]*text-negative">Inactive</)
  })

  test('shows name, e-mail, phone, total invested and when they joined', async () => {
    const { email } = await anInvestor('Deqa Ali')
    const html = screen(await load(`?q=${email}`))
    for (const shown of ['Deqa Ali', email, '$0', '15 Jan 2025', '1–1 of 1', 'Add Investor', 'aria-label="Refresh"']) {
      expect(html).toContain(shown)
    }
  })

  test('says so when nobody matches, and something else when there is nobody', async () => {
    const none = await load('?q=nobody+of+that+name')
    expect(screen(none)).toContain('No investors found matching your search')
    expect(screen({ ...none, q: '' })).toContain('No investors yet')
  })

  test('is for administrators', async () => {
    await expect(load('', null)).rejects.toMatchObject({ status: 302 })
    await expect(load('', await anInvestor())).rejects.toMatchObject({ status: 302 })
  })
})
