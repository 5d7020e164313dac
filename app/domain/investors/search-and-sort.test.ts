import { describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { listAccounts } from '../accounts/administration/accounts-list.server.ts'
import { resolveAccount } from '../accounts/find-account.server.ts'
import { listProjects } from '../projects/projects.server.ts'
import { listInvestors, suggestInvestors } from './investors.server.ts'

const admin = await anAdmin('Ñusta Ámbar')

const people: [name: string, phone: string | null][] = [
  ["Wanjirũ Ng'ang'a", '+254711222333'],
  ['Peter Ng’ang’a', '+254722333444'],
  ['José Álvares', '+252615550001'],
  ['abdi lowercase', null],
  ['de Souza Maria', null],
  ['Álvaro Accent', '+79121234567'],
  ['Zahra Zed', null],
  ['أحمد نور', null],
  ['فاطمة علي', null],
  ['mcDonald Otieno', '0733 999 call me'],
  ['Zoë Decomposed'.normalize('NFD'), null],
]
for (const [at, [name, phone]] of people.entries()) {
  await change(
    `insert into app.investor (email, full_name, phone, own_status, joined_on)
     values ($1, $2, $3, 'active', '2026-01-01') returning id`,
    [`person${at}@example.com`, name, phone],
  )
}
for (const [at, name] of ['Zebra Park', 'Élan Court', 'adhi House'].entries()) {
  await change(
    `insert into app.project (slug, name, location, status, total_value_cents, progress_percent)
     values ($1, $2, 'Nairobi', 'planned', 0, 0) returning id`,
    [`sorted-${at}`, name],
  )
}

const list = (q: string) =>
  as(admin, (actor) => listInvestors(actor, { q, status: null, order: 'name', page: 1 })).then(
    ({ investors }) => investors.map(({ fullName }) => fullName),
  )
const picker = (q: string) =>
  as(admin, (actor) => suggestInvestors(actor, q)).then((found) => found.map(({ name }) => name))

describe.each([
  { where: 'the list', find: list },
  { where: 'pickers', find: picker },
])('$where', ({ find }) => {
  test.each([
    ["ng'ang'a", ['Peter Ng’ang’a', "Wanjirũ Ng'ang'a"]],
    ['NG’ANG’A', ['Peter Ng’ang’a', "Wanjirũ Ng'ang'a"]],
    ['nganga', ['Peter Ng’ang’a', "Wanjirũ Ng'ang'a"]],
    ['wanjiru', ["Wanjirũ Ng'ang'a"]],
    ['jose alvares', ['José Álvares']],
    ['ÁLVARES jose', ['José Álvares']],
    ['احمد', ['أحمد نور']],
    ['إحمد', ['أحمد نور']],
    ['فاطمه على', ['فاطمة علي']],
    ['zoe', ['Zoë Decomposed'.normalize('NFD')]],
    ['Zoë'.normalize('NFC'), ['Zoë Decomposed'.normalize('NFD')]],
    ['zo', ['Zoë Decomposed'.normalize('NFD')]],
    ["'", []],
  ])('DATA-294 %s finds each way of writing it', async (q, names) => {
    expect(await find(q)).toEqual(names)
  })

  test.each([
    ['0711 222', ["Wanjirũ Ng'ang'a"]],
    ['0711222333', ["Wanjirũ Ng'ang'a"]],
    ['+254 (0)711 222 333', ["Wanjirũ Ng'ang'a"]],
    ['+2540711222333', ["Wanjirũ Ng'ang'a"]],
    ['00254 711 222', ["Wanjirũ Ng'ang'a"]],
    ['٠٧١١٢٢٢', ["Wanjirũ Ng'ang'a"]],
    ['peter 0722', ['Peter Ng’ang’a']],
    ['061 555', ['José Álvares']],
    ['061', ['José Álvares']],
    ['8 912 123 45 67', ['Álvaro Accent']],
    ['0733999', ['mcDonald Otieno']],
  ])('DATA-295 the number %s is found, abroad or at home', async (q, names) => {
    expect(await find(q)).toEqual(names)
  })
})

test('DATA-296 names are listed in the order of a dictionary, not of bytes', async () => {
  const inOrder = [
    ...[
      'abdi lowercase',
      'Álvaro Accent',
      'de Souza Maria',
      'José Álvares',
      'mcDonald Otieno',
      'Peter Ng’ang’a',
    ],
    ...[
      "Wanjirũ Ng'ang'a",
      'Zahra Zed',
      'Zoë Decomposed'.normalize('NFD'),
      'أحمد نور',
      'فاطمة علي',
    ],
  ]
  expect(await list('')).toEqual(inOrder)
  expect((await picker('')).filter((name) => inOrder.includes(name))).toEqual(inOrder)
  const { projects } = await as(admin, (actor) =>
    listProjects(actor, { q: '', status: null, page: 1 }),
  )
  expect(projects.map(({ name }) => name)).toEqual(['adhi House', 'Élan Court', 'Zebra Park'])
})

test('DATA-297 accounts are found and named without their accents', async () => {
  const search = {
    role: null,
    status: null,
    mark: null,
    staff: null,
    sort: 'name',
    page: 1,
  } as const
  const { accounts } = await as(admin, (actor) =>
    listAccounts(actor, { ...search, q: 'nusta amb' }),
  )
  expect(accounts.map(({ id }) => id)).toEqual([admin.userId])
  const resolved = await as(admin, (actor) => resolveAccount(actor, ' nusta  AMBAR '))
  expect(resolved).toMatchObject({ account: { id: admin.userId } })
})
