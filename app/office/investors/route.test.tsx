import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { investorStatuses } from '../../domain/investors/investor.ts'
import ManageInvestors, { loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard/investors'

const load = (search: string, by: Parameters<typeof requestBy>[0] = admin) =>
  loader(requestBy(by, `${path}${search}`) as Parameters<typeof loader>[0])

const screen = (loaderData: Awaited<ReturnType<typeof load>>) =>
  htmlOf(ManageInvestors, path, loaderData)

describe('Manage Investors', () => {
  test('MIN-004 an active investor is shown in normal colour, any other status in red', async () => {
    const active = await anInvestor('Aisha Active')
    const pending = await anInvestor('Bashir Pending', 'pending')
    const inactive = await anInvestor('Cawo Inactive', 'inactive')
    expect(screen(await load(`?q=${active.email}`))).toContain('<span>Active</span>')
    expect(screen(await load(`?q=${pending.email}`))).toMatch(
      /<span class="[^"]*text-negative">Pending</,
    )
    expect(screen(await load(`?q=${inactive.email}`))).toMatch(
      /<span class="[^"]*text-negative">Inactive</,
    )
  })

  test('MIN-001, DATA-001 lists investors with search, refresh, add, and on each row view, edit, password and delete', async () => {
    const { email, investorId } = await anInvestor('Deqa Ali')
    await change(`update app.investor set phone = '+254 700 000 050' where id = $1`, [investorId])
    const html = screen(await load(`?q=${email}`))
    for (const shown of [
      'Deqa Ali',
      email,
      '+254 700 000 050',
      'Active',
      '$0',
      '15 Jan 2025',
      '1–1 of 1',
    ]) {
      expect(html).toContain(shown)
    }
    for (const label of [
      'View Deqa Ali, opens in a new tab',
      'Edit Deqa Ali',
      'Set new password for Deqa Ali',
    ]) {
      expect(html).toContain(`aria-label="${label}"`)
    }
    for (const label of ['Delete or archive Deqa Ali', 'Refresh'])
      expect(html).toContain(`aria-label="${label}"`)
    expect(html).toContain('placeholder="Search investors..."')
    expect(html).toContain('Add Investor')
    expect(html).toContain('aria-keyshortcuts="n"')
    const { rows } = await change('select * from app.investor where id = $1', [investorId])
    expect(Object.keys(rows[0] ?? {})).toEqual(
      expect.arrayContaining([
        'id',
        'user_id',
        'email',
        'full_name',
        'phone',
        'joined_on',
        'created_at',
      ]),
    )
  })

  test('MIN-002, MIN-003 the search stands in the address, which Refresh asks for again', async () => {
    const { email } = await anInvestor('Deqa Ali')
    expect(await load(`?q=${email.toUpperCase()}`)).toMatchObject({
      total: 1,
      investors: [{ email }],
    })
    await change(`update app.investor set phone = '+252 (61) 730-49 15' where email = $1`, [email])
    for (const spaced of ['61730-4915', '4915', '+252 61 7304915']) {
      expect((await load(`?q=${encodeURIComponent(spaced)}`)).investors).toMatchObject([{ email }])
    }
    const { html } = await ask(`${path}?q=${email}`, { cookie: await cookiesOf(admin) })
    expect(html).toMatch(new RegExp(`aria-label="Refresh"[^>]*href="${path}\\?q=${email}"`))
    await change('update app.investor set full_name = $2 where email = $1', [email, 'Deqa A. Ali'])
    expect((await ask(`${path}?q=${email}`, { cookie: await cookiesOf(admin) })).html).toContain(
      'Deqa A. Ali',
    )
  })

  test('MIN-005 View is a link that opens the portal of that investor in a new tab', async () => {
    const { email, investorId } = await anInvestor('Deqa Ali')
    const view = /<a [^>]*aria-label="View Deqa Ali[^>]*>/.exec(
      screen(await load(`?q=${email}`)),
    )?.[0]
    expect(view).toContain(`href="/investment-dashboard?investorId=${investorId}"`)
    expect(view).toContain('target="_blank"')
    const cookie = await cookiesOf(admin)
    expect(
      (await ask(`/investment-dashboard?investorId=${investorId}`, { cookie })).html,
    ).toContain('Deqa Ali')
  })

  test('DATA-002 an investor is active, inactive or pending, and the database takes no other', async () => {
    const { investorId, userId } = await anInvestor()
    const set = (table: string, column: string, id: string) =>
      change(`update ${table} set ${column} = 'asleep' where id = $1`, [id])
    await expect(set('app.investor', 'own_status', investorId)).rejects.toThrow('own_status_check')
    await expect(set('auth."user"', 'status', userId)).rejects.toThrow('status_check')
    expect(investorStatuses).toEqual(['active', 'pending', 'inactive'])
  })

  test('who is archived stands apart, with the way back', async () => {
    const { email, investorId } = await anInvestor('Cawo Gone')
    await change('update app.investor set archived_at = now() where id = $1', [investorId])
    expect(await load(`?q=${email}`)).toMatchObject({
      total: 0,
      counts: { active: 0, archived: 1 },
    })
    const html = screen(await load(`?q=${email}&status=archived`))
    expect(html).toContain('aria-label="Restore Cawo Gone"')
    expect(html).not.toContain('aria-label="Edit Cawo Gone"')
  })

  test('the order is by name, or by when they joined', async () => {
    const mark = randomUUID().slice(0, 8)
    const [first, second] = [await anInvestor(`${mark} A`), await anInvestor(`${mark} B`)]
    await change(`update app.investor set joined_on = '2020-01-01' where id = $1`, [
      first.investorId,
    ])
    const ids = async (sort: string) =>
      (await load(`?q=${mark}${sort}`)).investors.map(({ id }) => id)
    expect(await ids('')).toEqual([first.investorId, second.investorId])
    expect(await ids('&sort=newest')).toEqual([second.investorId, first.investorId])
    expect(await ids('&sort=oldest')).toEqual([first.investorId, second.investorId])
    expect(await ids('&sort=nonsense')).toEqual([first.investorId, second.investorId])
  })

  test('MIN-030 a list that could not be read says so and never looks empty', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const cookie = await cookiesOf(admin)
    await asSuperuser((client) => client.query('revoke select on app.investor from msingi_admin'))
    const { html } = await ask(path, { cookie })
    await asSuperuser((client) => client.query('grant select on app.investor to msingi_admin'))
    expect(wordsOf(html)).toContain('Error fetching investors')
    expect(wordsOf(html)).not.toContain('No investors yet')
  })

  test('says so when no one matches, and something else when there is no one', async () => {
    const none = await load('?q=nobody+of+that+name')
    expect(screen(none)).toContain('No investors found matching your search')
    expect(screen({ ...none, q: '' })).toContain('No investors yet')
  })

  test('is for administrators', async () => {
    await expect(load('', null)).rejects.toMatchObject({ status: 302 })
    await expect(load('', await anInvestor())).rejects.toMatchObject({ status: 302 })
  })
})
