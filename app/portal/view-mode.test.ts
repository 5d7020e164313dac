import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { beforeAll, describe, expect, test } from 'vitest'
import { asSuperuser } from '../../tests/database.ts'
import { aDocument, anAdmin, anInvestment, anInvestor, aProject } from '../../tests/people.ts'
import { addresses, ask } from '../../tests/product.tsx'
import { wordsOf } from '../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../tests/visits.ts'
import { usd } from '../values/money.ts'
import { viewerQuery } from './guard.server.ts'
import { loader } from './layout.tsx'

const home = '/investment-dashboard'
const looking = await anAdmin('Nasra Omar')
const admin = await cookiesOf(looking)
const seen = await anInvestor('Amina Yusuf')
const other = await anInvestor('Daud Ali')
const seenHere = `investorId=${seen.investorId}`

beforeAll(async () => {
  await anInvestment(seen.investorId, await aProject('Seafront Flats'), usd('1,000'))
  await aDocument({ title: 'Contract', investorId: seen.investorId })
})

test('INV-060 (decisions §2) INV-063 INV-007 an administrator sees the portal of the investor the address names', async () => {
  const { status, html } = await ask(`${home}?${seenHere}`, { cookie: admin })
  expect(status).toBe(200)
  expect(wordsOf(html)).toContain('Welcome back, Amina Yusuf')
  expect(wordsOf(html)).toContain('Seafront Flats')
  expect(wordsOf(html)).not.toContain('Nasra Omar')
})

test('INV-061 the page says whose portal it is, in a toast and in a banner that stays, with the way out', async () => {
  const { html } = await ask(`${home}/documents?${seenHere}`, { cookie: admin })
  const words = wordsOf(html).replaceAll(/ ?&#x27;/g, "'")
  expect(words).toContain("You are viewing Amina Yusuf's dashboard. Some actions may be limited.")
  expect(words).toContain(
    "You are viewing Amina Yusuf's dashboard. Nothing can be changed here. Exit view",
  )
})

test('leaving a view signs no one out: its sidebar and its menus have the way out where Logout stands else', async () => {
  const { html } = await ask(`${home}?${seenHere}`, { cookie: admin })
  expect(html).not.toContain('/logout')
  expect(wordsOf(html)).not.toContain('Logout')
  const ways = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(?:(?!<\/a>).)*Exit view/g)].map(
    ([, to]) => to,
  )
  // In the banner, the sidebar, and both phone menus.
  expect(ways).toEqual(Array.from({ length: 4 }, () => '/admin-dashboard/investors'))
  expect((await ask(home, { cookie: await cookiesOf(other) })).html).toContain(
    '/logout?from=sidebar',
  )
})

test('LIM-015 the toast of view mode stays for five seconds', async () => {
  const { data } = await loader(
    visitTo<Parameters<typeof loader>[0]>(`${home}?${seenHere}`, { cookie: admin }),
  )
  expect(data.entering).toMatchObject({ title: 'Admin View Mode', seconds: 5 })
})

test('INV-008 (decisions §2) the id stays in every address of the page, and nothing else keeps it', async () => {
  const { html } = await ask(`${home}/documents?${seenHere}`, { cookie: admin })
  const portal = [...html.matchAll(/(?:href|action)="(\/investment-dashboard[^"]*)"/g)].map(
    ([, to]) => to,
  )
  expect(portal.length).toBeGreaterThan(5)
  expect(portal.filter((to) => !to?.includes(seenHere))).toEqual([])
})

test('INV-062 (decisions §2) without the id the next visit is no view', async () => {
  await ask(`${home}?${seenHere}`, { cookie: admin })
  expect(await ask(home, { cookie: admin })).toMatchObject({
    status: 302,
    location: '/admin-dashboard',
  })
})

test.each([randomUUID(), 'not-an-id', '', other.userId])(
  'an unknown id %s is not found',
  async (id) => {
    expect(await ask(`${home}?investorId=${id}`, { cookie: admin })).toMatchObject({ status: 404 })
  },
)

test('INV-009 an investor sees their own portal whatever the address says, and no word of a view', async () => {
  const { html } = await ask(`${home}?${seenHere}`, { cookie: await cookiesOf(other) })
  expect(wordsOf(html)).toContain('Welcome back, Daud Ali')
  expect(html).not.toContain('View Mode')
  expect(html).not.toContain('Amina')
  expect(html).not.toContain('investorId')
})

test.each([
  'settings',
  'statements',
  'investments/requests/00000000-0000-7000-8000-000000000001/withdraw',
])('what is sent from %s in view mode is refused inside the portal', async (page) => {
  const { status, html } = await ask(`${home}/${page}?${seenHere}`, {
    cookie: admin,
    form: { key: 'x' },
  })
  expect(status).toBe(404)
  expect(wordsOf(html)).toContain('This page doesn’t exist, or you don’t have access to it.')
  expect(wordsOf(html)).toContain('Exit view')
  expect(html).toContain(`href="${home}?${seenHere}"`)
})

test('a guest is led to the sign-in page', async () => {
  expect((await ask(`${home}?${seenHere}`)).location).toMatch(/^\/login\?next=/)
})

describe('nothing can be changed', () => {
  const pages = addresses()
    .map(({ path }) => path)
    .filter((path) => path.startsWith(home))
    .map((path) => path.replace(/:\w+/g, randomUUID()).replace('*', 'nowhere'))

  test.each(pages)('a form sent to %s is not found', async (path) => {
    expect(
      await ask(`${path}?${seenHere}`, { cookie: admin, form: { notificationId: randomUUID() } }),
    ).toMatchObject({
      status: expect.toSatisfy((status: number) => status === 404 || status === 405),
    })
  })

  test('and the database refuses what a read would write', async () => {
    const { context } = visitTo<{ context: RouterContextProvider }>(`${home}?${seenHere}`, {
      cookie: admin,
    })
    const write = viewerQuery(context, (reader) =>
      reader.tx.updateTable('notification_recipient').set({ read_at: null }).execute(),
    )
    await expect(write).rejects.toThrow('read-only transaction')
  })
})

async function auditOf(act: string, subjectId: string) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ actor: string; actor_id: string; after: unknown }>(
      'select actor, actor_id, after from app.audit_log where act = $1 and subject_id = $2 order by id',
      [act, subjectId],
    )
    return rows
  })
}

test('a view is logged once per administrator, investor and 30 minutes', async () => {
  const [first, second, investor] = [await anAdmin(), await anAdmin(), await anInvestor()]
  const look = async (who: typeof first) =>
    ask(`${home}?investorId=${investor.investorId}`, { cookie: await cookiesOf(who) })
  await Promise.all([look(first), look(first), look(second)])
  const entered = await auditOf('view', investor.investorId)
  expect(entered.map(({ actor, actor_id }) => [actor, actor_id]).toSorted()).toEqual(
    [first, second].map(({ userId }) => ['admin', userId]).toSorted(),
  )
})

test.each([
  [29, 1],
  [31, 2],
])('a view of %i minutes ago makes %i rows with the next look', async (minutes, rows) => {
  const [who, investor] = [await anAdmin(), await anInvestor()]
  await asSuperuser((client) =>
    client.query(
      `insert into app.audit_log (at, actor, actor_id, act, subject, subject_id)
       values (now() - make_interval(mins => $1), 'admin', $2, 'view', 'investor', $3)`,
      [minutes, who.userId, investor.investorId],
    ),
  )
  await ask(`${home}?investorId=${investor.investorId}`, { cookie: await cookiesOf(who) })
  expect(await auditOf('view', investor.investorId)).toHaveLength(rows)
})
