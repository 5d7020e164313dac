import { describe, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { addresses, ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesIn, cookiesOf, visitTo } from '../../../tests/visits.ts'
import { currentUser } from '../../platform/session/session.server.ts'
import { action } from './route.tsx'

type VisitArgs = { context: Parameters<typeof currentUser>[0] }
const sessionOf = (cookie: string) => currentUser(visitTo<VisitArgs>('/', { cookie }).context)

/** Signs in with extra form fields. */
async function signInWith(email: string, more: Record<string, string>): Promise<string> {
  const answer = await action(visitTo('/login', { form: { email, password, ...more } }))
  if (!(answer instanceof Response)) throw new Error('the sign-in was refused')
  return cookiesIn(answer.headers)
}

const accountOf = async (userId: string) =>
  (await change('select * from auth."user" where id = $1', [userId])).rows[0] as unknown as Record<
    string,
    unknown
  >

test('AUTH-008 (W-10) email and password open a new session each time, and the one before in this browser ends', async () => {
  const { email, userId } = await anInvestor()
  const first = await signInWith(email, {})
  const answer = await action(visitTo('/login', { form: { email, password }, cookie: first }))
  const second = answer instanceof Response ? cookiesIn(answer.headers) : ''
  expect(await sessionOf(first)).toBeNull()
  expect(await sessionOf(second)).toMatchObject({ userId })
})

test('AUTH-027 (decisions §2) the server knows id, email, name and role of a session; its cookie tells none of them', async () => {
  const person = await anInvestor('Hodan Abdi')
  const cookie = await cookiesOf(person)
  const { userId, email, name, investorId } = person
  expect(await sessionOf(cookie)).toMatchObject({
    userId,
    email,
    name,
    role: 'investor',
    investorId,
    hold: null,
  })
  for (const secret of [userId, email, 'Hodan', 'investor', 'admin'])
    expect(decodeURIComponent(cookie)).not.toContain(secret)
  // A foreign signature, a foreign token with this signature, and no signature are no session.
  const [, token = '', signature = ''] = /session_token=([^.;]+)\.([^;]+)/.exec(cookie) ?? []
  const forged = [`${token}.${signature.replace(/^./, '_')}`, `${token}x.${signature}`, token]
  for (const value of forged) expect(await sessionOf(`msingi.session_token=${value}`)).toBeNull()
})

test('AUTH-028 (decisions §2) the name shown is that of the account, which always has one', async () => {
  const cookie = await cookiesOf(await anAdmin('Faith Wairimu'))
  expect(wordsOf((await ask('/admin-dashboard', { cookie })).html)).toContain(
    'Logged in as Faith Wairimu',
  )
  const nameless = asSuperuser((client) =>
    client.query(`insert into auth."user" (name, email) values (null, 'nameless@example.com')`),
  )
  await expect(nameless).rejects.toThrow(/"name".*not-null/)
})

test('AUTH-029 (W-02) the role is a column of the account, whatever someone sends', async () => {
  const person = await anInvestor()
  const cookie = await signInWith(person.email, {
    role: 'admin',
    'user_metadata.role': 'admin',
    data: '{"role":"admin"}',
  })
  expect(await sessionOf(`${cookie}; role=admin`)).toMatchObject({ role: 'investor' })
  expect(await ask('/admin-dashboard', { cookie })).toMatchObject({
    location: '/investment-dashboard',
  })
})

test('AUTH-030 an account without any role is an investor’s', async () => {
  const { rows } = await change<{ role: string }>(
    `insert into auth."user" (name, email) values ('Asha Noor', 'asha.noor@example.com') returning role`,
  )
  expect(rows).toEqual([{ role: 'investor' }])
})

test('AUTH-031 (W-02) a sign-in writes nothing to the account but when it was', async () => {
  const person = await anInvestor()
  const { last_signed_in_at: before, ...was } = await accountOf(person.userId)
  await signInWith(person.email, { role: 'admin' })
  const { last_signed_in_at: after, ...is } = await accountOf(person.userId)
  expect(is).toEqual(was)
  expect([before, after]).toEqual([null, expect.any(Date)])
})

test('AUTH-043 there are exactly two roles', async () => {
  const as = (role: string) =>
    change('insert into auth."user" (name, email, role) values ($1, $2, $1) returning id', [
      role,
      `${role}@example.com`,
    ])
  await expect(as('manager')).rejects.toThrow(/user_role_check/)
  for (const role of ['admin', 'investor']) expect((await as(role)).rows).toHaveLength(1)
})

describe('who opens what', async () => {
  const admin = await cookiesOf(await anAdmin())
  const investor = await cookiesOf(await anInvestor())
  const bare = addresses().filter(({ path, file }) => file.endsWith('.tsx') && !/[:*]/.test(path))
  const pathsOf = (area: RegExp) => bare.map(({ path }) => path).filter((path) => area.test(path))
  const office = pathsOf(/^\/(admin-dashboard|manage-users)/)
  const portal = pathsOf(/^\/investment-dashboard/)
  const open = pathsOf(
    /^\/(?!admin-dashboard|manage-users|investment-dashboard|login\/(?!forgot$))/,
  )
  const statusOf = async (path: string, cookie = '') =>
    (await ask(path, cookie ? { cookie } : {})).status

  test.each(office)(
    'AUTH-039 (W-01) the office’s %s opens for administrators only',
    async (path) => {
      expect(await statusOf(path, investor)).toBe(302)
      expect(await statusOf(path)).toBe(302)
      expect([200, 404]).toContain(await statusOf(path, admin))
    },
  )

  test.each(portal)(
    'AUTH-040 the portal’s %s opens for investors only, view mode aside',
    async (path) => {
      expect(await statusOf(path, admin)).toBe(302)
      expect(await statusOf(path)).toBe(302)
      expect(await statusOf(path, investor)).toBe(200)
    },
  )

  const aliases = ['/password-reset', '/account/recovery', '/auth/recovery']

  test.each(open)(
    'AUTH-041 AUTH-025 (W-15) %s opens for guests, and no session leads away from it',
    async (path) => {
      const guest = await statusOf(path)
      // Without a form or a link, these pages redirect or show an error.
      expect(aliases.includes(path) ? [302] : [200, 413, 404]).toContain(guest)
      // No legal text is published here.
      const missing = ['/invitation', '/confirm', '/privacy', '/terms']
      expect(guest === 404).toBe(missing.includes(path))
      if (path !== '/login') expect(await statusOf(path, investor)).toBe(guest)
    },
  )

  test('a guest opens no other page', async () => {
    const others = bare.map(({ path }) => path).filter((path) => !open.includes(path))
    expect(others.length).toBeGreaterThan(office.length + portal.length)
    for (const path of others) {
      expect((await ask(path)).location, path).toMatch(/^\/login(\?|$)/)
    }
  })
})

describe('a session', () => {
  const setting = (name: string, value: string) =>
    change(`update app.installation set ${name} = $1`, [value])
  const age = (userId: string, column: string, by: string) =>
    change(`update auth.session set "${column}" = now() - $2::interval where "userId" = $1`, [
      userId,
      by,
    ])

  test.each([
    ['admin', 'admin_idle', '30 minutes', anAdmin],
    ['investor', 'investor_idle', '7 days', anInvestor],
  ] as const)(
    'AUTH-035 (W-10) of an %s ends when it was not used for the time of the setting',
    async (_, column, standard, make) => {
      const { email, userId } = await make()
      const cookie = await cookiesOf({ email })
      await age(userId, 'updatedAt', standard)
      expect(await sessionOf(cookie)).toBeNull()
      await setting(column, '60 days')
      expect(await sessionOf(cookie)).toMatchObject({ userId })
      // Activity extends the session.
      await setting(column, '5 minutes')
      await age(userId, 'updatedAt', '4 minutes')
      expect(await sessionOf(cookie)).not.toBeNull()
      await age(userId, 'createdAt', '4 minutes')
      const { rows } = await change<{ idle: number }>(
        'select extract(epoch from now() - "updatedAt")::int as idle from auth.session where "userId" = $1',
        [userId],
      )
      expect(rows[0]?.idle).toBeLessThan(60)
      await setting(column, standard)
    },
  )

  test.each([
    ['admin', 'admin_absolute', 12 * 3600, anAdmin],
    ['investor', 'investor_absolute', 30 * 86_400, anInvestor],
  ] as const)(
    'AUTH-035 (W-10) of an %s ends at the latest after the time of the setting, however much it is used',
    async (_, column, standard, make) => {
      const { email, userId } = await make()
      const cookie = await cookiesOf({ email })
      const lifetime = async () =>
        (
          await change<{ seconds: number }>(
            `select round(extract(epoch from "expiresAt" - "createdAt"))::int as seconds from auth.session
           where "userId" = $1 order by "createdAt" desc limit 1`,
            [userId],
          )
        ).rows[0]?.seconds ?? 0
      expect(Math.abs((await lifetime()) - standard)).toBeLessThan(3)
      await setting(column, '2 hours')
      await cookiesOf({ email })
      expect(Math.abs((await lifetime()) - 7200)).toBeLessThan(3)
      await setting(column, `${standard} seconds`)
      await change(
        `update auth.session set "expiresAt" = now() - interval '1 second' where "userId" = $1`,
        [userId],
      )
      expect(await sessionOf(cookie)).toBeNull()
    },
  )
})

test('an endless search leads a guest to the sign-in in a header that every proxy passes on', async () => {
  const list = '/investment-dashboard/documents'
  for (const path of [`${list}?q=${'👩'.repeat(400)}`, `${list}.data?q=${'x'.repeat(6_000)}`]) {
    const { status, location } = await ask(path)
    expect([status, location]).toEqual([302, `/login?next=${encodeURIComponent(list)}`])
  }
  expect((await ask(`${list}?q=deed`)).location).toBe(
    `/login?next=${encodeURIComponent(`${list}?q=deed`)}`,
  )
})
