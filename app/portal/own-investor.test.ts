import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../tests/database.ts'
import { anInvestor } from '../../tests/people.ts'
import { ask } from '../../tests/product.tsx'
import { wordsOf } from '../../tests/screens.tsx'
import { cookiesOf } from '../../tests/visits.ts'

const home = '/investment-dashboard'

/**
 * An account with the role investor and no investor record, as after an import or a role change.
 */
async function withoutInvestor(name = 'Jama Warsame', { confirmed = true } = {}) {
  const { investorId, ...account } = await anInvestor(name)
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query('delete from app.investor where id = $1', [investorId])
    await client.query(
      'update auth."user" set "emailVerified" = $2, password_set_at = now() where id = $1',
      [account.userId, confirmed],
    )
  })
  return { ...account, cookie: await cookiesOf(account) }
}

async function imported(email: string, name: string): Promise<string> {
  const { rows } = await change(
    "insert into app.investor (email, full_name, joined_on) values ($1, $2, '2024-03-01') returning id",
    [email, name],
  )
  return String(rows[0]?.id)
}

async function linkedTo(userId: string) {
  const { rows } = await change(
    'select id, email, full_name, own_status, joined_on::text from app.investor where user_id = $1',
    [userId],
  )
  return rows
}

test('INV-010 (W-05) the investor of one’s own confirmed address is found and linked, and the link is logged', async () => {
  const person = await withoutInvestor()
  const investorId = await imported(person.email, 'Jama of the Import')
  const { status, html } = await ask(home, { cookie: person.cookie })
  expect(status).toBe(200)
  expect(wordsOf(html)).toContain('Welcome back, Jama of the Import')
  expect(await linkedTo(person.userId)).toMatchObject([{ id: investorId }])
  const { rows } = await change(
    `select actor, actor_id, before, after from app.audit_log
     where subject = 'investor' and subject_id = $1 and act = 'update'`,
    [investorId],
  )
  expect(rows).toEqual([
    {
      actor: 'investor',
      actor_id: person.userId,
      before: { user_id: null },
      after: { user_id: person.userId, version: 'changed' },
    },
  ])
})

test.each([
  ['an address that is not confirmed', { confirmed: false }, ''],
  ['an archived investor', {}, 'update app.investor set archived_at = now() where id = $1'],
  ['somebody else’s investor', {}, 'other'],
])('INV-010 (W-05) %s links nothing and makes nothing', async (_, account, also) => {
  const person = await withoutInvestor('Amina Yusuf', account)
  const investorId = await imported(person.email, 'Amina of the Import')
  if (also.startsWith('update')) await change(also, [investorId])
  const other = also === 'other' ? await withoutInvestor('Ben Otieno') : null
  if (other)
    await change('update app.investor set user_id = $2 where id = $1', [investorId, other.userId])
  expect(await ask(home, { cookie: person.cookie })).toMatchObject({ status: 404 })
  expect(await linkedTo(person.userId)).toEqual([])
})

test('INV-011 (W-05) where no one has the address one is made once, active, joined today, with nothing invested', async () => {
  const person = await withoutInvestor('Hodan Abdi')
  const answers = await Promise.all(
    ['', '/investments', '/documents', '/settings'].map((page) =>
      ask(`${home}${page}`, { cookie: person.cookie }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(wordsOf(answers[0]?.html ?? '')).toMatch(/Welcome back, Hodan Abdi .*Total Invested \$0 /)
  const { rows } = await change<{ today: string }>(
    "select (now() at time zone 'Africa/Nairobi')::date::text as today",
  )
  expect(await linkedTo(person.userId)).toMatchObject([
    {
      email: person.email,
      full_name: 'Hodan Abdi',
      own_status: 'active',
      joined_on: rows[0]?.today,
    },
  ])
})

test('INV-012 a look for an investor that finds none is no fault: the page is answered and nothing is in the log', async () => {
  const { cookie } = await withoutInvestor()
  const logged: string[] = []
  const write = process.stderr.write
  process.stderr.write = (line) => logged.push(String(line)) > 0
  try {
    expect(await ask(`${home}/projects`, { cookie })).toMatchObject({ status: 200 })
  } finally {
    process.stderr.write = write
  }
  expect(logged).toEqual([])
})

test('a token that no one has, and an administrator’s, make no investor', async () => {
  const count = async () =>
    (await change<{ n: number }>('select count(*)::int as n from app.investor')).rows[0]?.n
  const before = await count()
  const { rows } = await change("select app.own_investor($1, '2026-01-01', null) as id", [
    randomUUID(),
  ])
  expect(rows).toEqual([{ id: null }])
  const person = await withoutInvestor()
  await change(`update auth."user" set role = 'admin' where id = $1`, [person.userId])
  expect(await ask(home, { cookie: person.cookie })).toMatchObject({ status: 302 })
  const token = /session_token=([^;.]+)/.exec(decodeURIComponent(person.cookie))?.[1]
  const own = await change("select app.own_investor($1, '2026-01-01', null) as id", [token])
  expect(own.rows).toEqual([{ id: null }])
  expect(await count()).toBe(before)
})
