import { expect, test } from 'vitest'
import {
  accountIds,
  listAccounts,
} from '../../app/domain/accounts/administration/accounts-list.server.ts'
import { investmentIds, listInvestments } from '../../app/domain/investments/investments.server.ts'
import { investorIds, listInvestors } from '../../app/domain/investors/investors.server.ts'
import { change } from '../database.ts'
import { anAdmin, aProject, as } from '../people.ts'

// Pages deep in a list are found by what is kept of each month and of each beginning of a name: page after page they must
// be the list as it is read without pages. So must those of a search, which finds its counts and its page in one query.

const admin = await anAdmin('Zeinab Noor')
const project = await aProject()
// Of every kind that the kept shelves tell apart, and names that stand before and behind all of them.
await change(
  `with person as (
    insert into auth."user" (name, email, role, status, "emailVerified")
    select (array['Abdi', 'Abel', 'Zz', 'omar', 'محمد', '1st', 'Mo', 'B'])[1 + n % 8] || ' ' || n, 'deep' || n || '@example.com',
      'investor', (array['active', 'pending', 'inactive'])[1 + n % 3], true
    from generate_series(1, 90) n returning id, name, email
  )
  insert into app.investor (user_id, email, full_name, joined_on, archived_at)
  select id, email, name, '2025-01-15', case when email like '%9@%' then now() end from person returning id`,
)
await change(
  `insert into app.investment (investor_id, project_id, amount_cents, invested_on, status, cancelled_on)
   select (select id from app.investor order by id limit 1), $1, 100000 + n, date '2024-11-28' + n * 7 % 150,
     case when n % 4 = 0 then 'cancelled' else 'pending' end, case when n % 4 = 0 then date '2026-01-01' end
   from generate_series(1, 70) n returning id`,
  [project],
)
await change(
  'update app.investment set archived_at = now() where amount_cents % 5 = 0 returning id',
)

/** The ids on all the pages of a list, one after another. */
async function onAllPages(
  list: (page: number) => Promise<{ ids: string[]; total: number; pageSize: number }>,
) {
  const { ids, total, pageSize } = await list(1)
  expect(total).toBeGreaterThan(pageSize)
  const found = [ids]
  for (let page = 2; page <= Math.ceil(total / pageSize); page += 1)
    found.push((await list(page)).ids)
  expect(found.flat()).toHaveLength(total)
  return found.flat()
}

test.each([
  { order: 'newest', status: null },
  { order: 'oldest', status: null },
  { order: 'newest', status: 'pending' },
  { order: 'oldest', status: 'archived' },
  { order: 'largest', status: null },
] as const)('investments: $order of $status', async (narrowing) => {
  const search = { q: '', due: null, ...narrowing }
  const pages = await onAllPages(async (page) => {
    const { investments, ...found } = await as(admin, (actor) =>
      listInvestments(actor, { ...search, page }),
    )
    return { ...found, ids: investments.map(({ id }) => id) }
  })
  expect(pages).toEqual(await as(admin, (actor) => investmentIds(actor, search)))
})

test.each([
  { q: '', order: 'name', status: null },
  { q: '', order: 'name', status: 'active' },
  { q: '', order: 'oldest', status: null },
  { q: 'deep', order: 'name', status: null },
  { q: 'deep', order: 'newest', status: 'pending' },
] as const)('investors: "$q" by $order of $status', async (search) => {
  const pages = await onAllPages(async (page) => {
    const { investors, ...found } = await as(admin, (actor) =>
      listInvestors(actor, { ...search, page }),
    )
    return { ...found, ids: investors.map(({ id }) => id) }
  })
  expect(pages).toEqual(await as(admin, (actor) => investorIds(actor, search)))
})

test.each([
  { q: '', sort: 'name', role: null, status: null, mark: null, staff: null },
  { q: '', sort: 'name', role: 'investor', status: 'pending', mark: null, staff: null },
  { q: '', sort: 'name', role: null, status: null, mark: 'never', staff: null },
  { q: 'deep', sort: 'name', role: null, status: null, mark: null, staff: null },
  { q: 'deep', sort: 'joined', role: 'investor', status: null, mark: null, staff: null },
  { q: 'deep', sort: 'signed-in', role: null, status: 'pending', mark: 'never', staff: null },
] as const)('accounts: "$q" by $sort of $role, $status, $mark', async (search) => {
  const pages = await onAllPages(async (page) => {
    const { accounts, ...found } = await as(admin, (actor) =>
      listAccounts(actor, { ...search, page }),
    )
    return { ...found, ids: accounts.map(({ id }) => id) }
  })
  expect(pages).toEqual(await as(admin, (actor) => accountIds(actor, search)))
})

test('a page past the last of a search is the last', async () => {
  const past = await as(admin, (actor) =>
    listInvestors(actor, { q: 'deep', order: 'name', status: 'pending', page: 9 }),
  )
  expect(past).toMatchObject({ page: 2, total: 27 })
  expect(past.investors).toHaveLength(2)
})
