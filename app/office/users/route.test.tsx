import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { onlyStaff } from '../../../tests/approvals.ts'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { loader as readPassword } from './password/route.tsx'
import { loader as readRole } from './role/route.tsx'
import { loader } from './route.tsx'
import { loader as readStatus } from './status/route.tsx'

const home = '/admin-dashboard/users'
const admin = await anAdmin('Zeynab Warsame')
let cookie = await cookiesOf(admin)
beforeEach(async () => {
  cookie = await cookiesOf(admin)
})

describe('the page', () => {
  test('MUS-001, MUS-002, MUS-003, MUS-004 (W-20) has title, banner, tabs, and the buttons for everyone', async () => {
    const { html } = await ask(home, { cookie })
    const words = wordsOf(html)
    for (const sentence of [
      'Manage Users',
      'Refresh Users',
      'Update Batch Emails',
      'Roles are managed here. Passwords can be set without email.',
      'Verify Email Sync',
      'Promote to Admin',
      'Update Password',
      'Update Email',
    ]) {
      expect(words).toContain(sentence)
    }
    expect(html).toContain('placeholder="Search users..."')
  })

  test('ADM-002 (W-56) stands at both addresses, for administrators only', async () => {
    const person = await anInvestor()
    const theirs = await cookiesOf(person)
    for (const path of [home, '/manage-users']) {
      const { html } = await ask(path, { cookie })
      const current = [...html.matchAll(/<a [^>]*aria-current="page"[^>]*>(.*?)<\/a>/gs)].map(
        ([, words]) => words,
      )
      expect(
        current.filter((words) => wordsOf(words ?? '') === 'Manage Users').length,
        path,
      ).toBeGreaterThan(1)
      expect(await ask(path, { cookie: theirs })).toMatchObject({
        status: 302,
        location: '/investment-dashboard',
      })
      expect(await ask(path)).toMatchObject({
        status: 302,
        location: `/login?next=${encodeURIComponent(path)}`,
      })
    }
  })

  test('MUS-005 (W-20) has no button for one particular person', async () => {
    const { html } = await ask(`${home}?q=nobody-of-this-name`, { cookie })
    expect(html).not.toContain('@example.com')
    expect(wordsOf(html)).toContain('No users found matching your search')
  })

  test('MUS-008, MUS-009, MUS-010, MUS-011 (decisions §2) a card says who it is and what can be done', async () => {
    const person = await anInvestor('Asha Farah')
    const { html } = await ask(`${home}?q=${encodeURIComponent(person.email)}`, { cookie })
    const card = /<li class="grid.*?<\/li>/s.exec(html)?.[0] ?? ''
    expect(wordsOf(card)).toMatch(
      /Asha Farah .*@example.com.* verified.* Investor Active Joined 15 Jan 2025/,
    )
    expect(card).toContain(`href="${home}/${person.userId}/role/admin?`)
    expect(card).toMatch(
      /<button[^>]*disabled[^>]*aria-label="Investor, Asha Farah"|aria-label="Investor, Asha Farah"[^>]*disabled/,
    )
    expect(card).toContain(`${home}/${person.userId}/password`)
    expect(card).toContain(`${home}/${person.userId}/status`)

    const own = await ask(`${home}?q=${encodeURIComponent(admin.email)}`, { cookie })
    expect(own.html).not.toContain(`${admin.userId}/status`)
    expect(own.html).not.toContain(`${admin.userId}/role/`)
    expect(own.html).toContain(`${admin.userId}/password`)
    const other = await anAdmin('Omar Hassan')
    expect((await ask(`${home}?q=${other.email}`, { cookie })).html).toContain(
      `${other.userId}/status`,
    )
  })

  test('MUS-015 a list that cannot be read says so, and is no empty list', async () => {
    await asSuperuser((client) =>
      client.query('revoke select on auth.sign_in_account from msingi_admin'),
    )
    const { html } = await ask(home, { cookie }).finally(() =>
      asSuperuser((client) => client.query('grant select on auth.sign_in_account to msingi_admin')),
    )
    expect(wordsOf(html)).toMatch(
      /Error fetching users There was a problem loading the user data\./,
    )
  })

  test('MUS-016 Refresh Users reads the list again at the address it has', async () => {
    const { html } = await ask(`${home}?role=admin`, { cookie })
    expect(html).toMatch(
      /<a[^>]*href="\/admin-dashboard\/users\?role=admin"[^>]*>(?:(?!<\/a>).)*Refresh Users/s,
    )
  })

  test('MUS-051 (W-06) the list and every dialog send the hash of no password and no session', async () => {
    const person = await anInvestor('Fadumo Elmi')
    await cookiesOf(person)
    const { rows } = await change<{ secret: string }>(
      `select password as secret from auth.account where "userId" = $1
       union all select token from auth.session where "userId" = $1`,
      [person.userId],
    )
    expect(rows).toHaveLength(2)
    const params = { userId: person.userId, role: 'admin' }
    const visit = (path: string) => visitTo<never>(`${home}${path}`, { cookie, params })
    const answers = [
      await loader(visit(`?q=${encodeURIComponent(person.email)}`)),
      await readRole(visit(`/${person.userId}/role/admin`)),
      await readPassword(visit(`/${person.userId}/password`)),
      await readStatus(visit(`/${person.userId}/status`)),
    ]
    for (const answer of answers) {
      const sent = inspect(answer, { depth: 9 })
      expect(sent).toContain('Fadumo Elmi')
      for (const { secret } of rows) expect(sent).not.toContain(secret)
    }
  })

  test('MUS-051 (W-06) sends what a card shows, and nothing else of an account', async () => {
    const { accounts } = await loader(visitTo<Parameters<typeof loader>[0]>(home, { cookie }))
    expect(accounts.length).toBeGreaterThan(1)
    for (const account of accounts) expect(Object.keys(account)).toHaveLength(11)
    expect(Object.keys(accounts[0] ?? {}).toSorted()).toEqual(
      [
        'id',
        'name',
        'email',
        'role',
        'status',
        'verified',
        'hasPassword',
        'mailRefused',
        'lastSignedInAt',
        'joinedOn',
        'staffRoles',
      ].toSorted(),
    )
  })
})

describe('every act', () => {
  test('asks the administrator to confirm that it is them, once for a while', async () => {
    const person = await anInvestor('Bilan Noor')
    await onlyStaff(admin)
    const path = `${home}/${person.userId}/role/admin`
    expect(wordsOf((await ask(path, { cookie })).html)).toContain('Confirm your identity')
    const roles = 'owner'
    const unconfirmed = await ask(path, { cookie, form: { roles } })
    expect(unconfirmed.status).toBe(422)
    expect(wordsOf(unconfirmed.html)).toContain('Enter your password to confirm your identity.')
    expect((await ask(path, { cookie, form: { roles, currentPassword: 'wrong' } })).status).toBe(
      422,
    )
    expect((await ask(path, { cookie, form: { roles, currentPassword: password } })).status).toBe(
      303,
    )
    expect((await ask(`${home}/${person.userId}/role/investor`, { cookie, form: {} })).status).toBe(
      303,
    )
  })

  test('is not there for an investor, and leads a guest to the sign-in', async () => {
    const [person, stranger] = [await anInvestor(), await anInvestor()]
    const theirs = await cookiesOf(stranger)
    const paths = [
      `${home}/${person.userId}/role/admin`,
      `${home}/${person.userId}/password`,
      `${home}/${person.userId}/status`,
      ...['verify-email', 'promote', 'update-password', 'update-email', 'batch-emails'].map(
        (tab) => `${home}/${tab}`,
      ),
    ]
    const form = {
      userId: stranger.userId,
      status: 'inactive',
      mode: 'direct',
      password,
      currentPassword: password,
    }
    for (const path of paths) {
      expect(await ask(path, { cookie: theirs, form }), path).toMatchObject({ status: 404 })
      expect((await ask(path, { form })).location, path).toMatch(/^\/login\?next=/)
    }
    const { rows } = await change('select role, status from auth."user" where id = $1', [
      person.userId,
    ])
    expect(rows).toEqual([{ role: 'investor', status: 'active' }])
  })

  test('about no one is a 404', async () => {
    for (const id of [randomUUID(), 'no-id']) {
      for (const dialog of ['role/admin', 'password', 'status']) {
        expect(await ask(`${home}/${id}/${dialog}`, { cookie })).toMatchObject({ status: 404 })
      }
    }
    expect(await ask(`${home}/${admin.userId}/role/owner`, { cookie })).toMatchObject({
      status: 404,
    })
  })
})
