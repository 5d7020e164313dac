import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, aStaffMember, as } from '../../../../tests/people.ts'
import { findAccount, suggestAccounts } from '../find-account.server.ts'
import { type AccountSearch, accountIds, listAccounts } from './accounts-list.server.ts'

const admin = await anAdmin('Zeynab Warsame')
const everything: AccountSearch = {
  q: '',
  role: null,
  status: null,
  mark: null,
  staff: null,
  sort: 'name',
  page: 1,
}
const list = (search: Partial<AccountSearch>) =>
  as(admin, (actor) => listAccounts(actor, { ...everything, ...search }))
const names = async (search: Partial<AccountSearch>) =>
  (await list(search)).accounts.map(({ name }) => name)

const asha = await anInvestor('Asha Farah')
const omar = await anInvestor('Omar Asher', 'inactive')
const hodan = await anInvestor('Hodan Ali', 'pending')
await change(`update auth."user" set last_signed_in_at = now() where id = any($1)`, [
  [asha.userId, omar.userId],
])
await change(`update auth."user" set "emailVerified" = false where id = $1`, [hodan.userId])
await change('update auth."user" set refused_mail_at = now() where id = $1', [omar.userId])
await change(`update app.investor set joined_on = '2020-03-03' where user_id = $1`, [omar.userId])

test('MUS-007 the search finds parts of a name or an email whatever the case', async () => {
  expect(await names({ q: 'ASH' })).toEqual(['Asha Farah', 'Omar Asher'])
  expect(await names({ q: asha.email.slice(0, 18).toUpperCase() })).toEqual(['Asha Farah'])
  expect(await names({ q: '100%' })).toEqual([])
})

test('DATA-015 a card has role, status, joining date and how its address stands; a dialog has the investor’s id too', async () => {
  const { accounts } = await list({ q: 'omar' })
  expect(accounts).toEqual([
    {
      id: omar.userId,
      name: 'Omar Asher',
      email: omar.email,
      role: 'investor',
      staffRoles: [],
      status: 'inactive',
      verified: true,
      hasPassword: true,
      mailRefused: true,
      lastSignedInAt: expect.any(Date),
      joinedOn: '2020-03-03',
    },
  ])
  expect(await as(admin, (actor) => findAccount(actor, omar.userId))).toMatchObject({
    id: omar.userId,
    investorId: omar.investorId,
    name: 'Omar Asher',
    email: omar.email,
    role: 'investor',
    status: 'inactive',
  })
})

test('filters narrow together, and each says what it would leave of what the others do', async () => {
  expect(await names({ role: 'admin' })).toEqual(['Zeynab Warsame'])
  expect(await names({ status: 'pending' })).toEqual(['Hodan Ali'])
  expect(await names({ mark: 'never' })).toEqual(['Hodan Ali', 'Zeynab Warsame'])
  expect(await names({ mark: 'unverified' })).toEqual(['Hodan Ali'])
  expect(await names({ mark: 'refused', role: 'admin' })).toEqual([])
  expect(await list({ role: 'investor' })).toMatchObject({
    total: 3,
    roles: { admin: 1, investor: 3 },
    statuses: { active: 1, pending: 1, inactive: 1 },
    marks: { all: 3, never: 1, unverified: 1, refused: 1 },
  })
})

test('the order is by name, by joining date or by last sign-in', async () => {
  expect((await names({ sort: 'name' }))[0]).toBe('Asha Farah')
  expect((await names({ sort: 'joined' })).at(-1)).toBe('Omar Asher')
  expect((await names({ sort: 'signed-in' })).slice(2).toSorted()).toEqual([
    'Hodan Ali',
    'Zeynab Warsame',
  ])
})

test('pages hold 25, and one past the last is the last', async () => {
  await change(
    `insert into auth."user" (name, email) select 'Many ' || n, 'many' || n || '@example.com' from generate_series(1, 60) n`,
  )
  const last = await list({ q: 'many', page: 9 })
  expect(last).toMatchObject({ total: 60, page: 3, pageSize: 25 })
  expect(last.accounts).toHaveLength(10)
})

test('a picker finds accounts by name, email and id', async () => {
  const suggest = (q: string) => as(admin, (actor) => suggestAccounts(actor, q))
  const expected = [{ id: asha.userId, name: 'Asha Farah', email: asha.email }]
  expect(await suggest('asha f')).toEqual(expected)
  expect(await suggest(asha.email)).toEqual(expected)
  expect(await suggest(` ${asha.userId.toUpperCase()} `)).toEqual(expected)
  expect(await suggest('')).toHaveLength(20)
})

test('STAFF-257 accounts are limited to a role of staff, also to one of several that someone has', async () => {
  const both = await aStaffMember(['cashier', 'support'], 'Staff Both')
  const cashier = await aStaffMember(['cashier'], 'Staff Cashier')
  expect(await names({ q: 'staff', staff: 'cashier' })).toEqual(['Staff Both', 'Staff Cashier'])
  expect(await names({ q: 'staff', staff: 'support' })).toEqual(['Staff Both'])
  expect(await names({ staff: 'auditor' })).toEqual([])
  const { total, roles } = await list({ staff: 'cashier' })
  expect({ total, roles }).toEqual({ total: 2, roles: { admin: 2, investor: 0 } })
  const exported = await as(admin, (actor) =>
    accountIds(actor, { ...everything, staff: 'cashier' }),
  )
  expect(exported).toEqual([both.userId, cashier.userId])
})
