import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anInvestor, anOffer, type Person } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { tokenHash } from '../../domain/accounts/invitations/invitations.server.ts'
import { signIn } from '../../domain/accounts/sign-in/sign-in.server.ts'
import { usd } from '../../values/money.ts'
import type { Route } from './+types/route.ts'
import { action, loader } from './route.tsx'

const password = 'seven warm baobabs'

/** A pending investor with an invitation; `change` modifies it. */
async function anInvitation(change = '', status = 'pending'): Promise<Person & { token: string }> {
  const person = await anInvestor('Hodan Ali', status)
  const token = randomUUID()
  await asSuperuser(async (client) => {
    await client.query(
      `insert into auth.link (user_id, purpose, token_hash, email, expires_at)
       values ($1, 'invitation', $2, $3, now() + interval '7 days')`,
      [person.userId, tokenHash(token), person.email],
    )
    if (change)
      await client.query(`update auth.link set ${change} where token_hash = $1`, [tokenHash(token)])
  })
  return { ...person, token }
}

/** The cookie after opening the link. */
const keeping = (token: string) => `invitation-link=${token}`

async function open(token: string) {
  const { data, init } = await loader(
    visitTo<Route.LoaderArgs>('/invitation', { cookie: keeping(token) }),
  )
  return { invitation: data.invitation, status: init?.status, headers: new Headers(init?.headers) }
}

/** The redirect and page of a closed invitation. */
async function closed(token: string) {
  const { status, location } = await ask(`/invitation/${token}`)
  const page = await ask(location ?? '')
  return { status, location, page: { status: page.status, words: wordsOf(page.html) } }
}

async function choose(
  token: string,
  form: { password: string; confirmPassword?: string; email?: string },
) {
  const sent = { confirmPassword: form.password, ...form }
  const answer = await action(
    visitTo<Route.ActionArgs>('/invitation', { cookie: keeping(token), form: sent }),
  ).catch((thrown: Response) => thrown)
  if (answer instanceof Response)
    return { status: answer.status, location: answer.headers.get('location') }
  return { status: answer.init?.status, ...answer.data.reply }
}

const trySignIn = (email: string, typed = password) =>
  signIn({ email, password: typed, clientAddress: undefined, cookies: null, userAgent: null })

test('an open invitation says for whom it is; looking at it uses nothing up', async () => {
  const { token, email } = await anInvitation()
  await open(token)
  const { invitation, status, headers } = await open(token)
  expect({ invitation, status }).toEqual({
    invitation: { state: 'open', name: 'Hodan Ali', email },
    status: 200,
  })
  expect(headers.get('referrer-policy')).toBe('same-origin')
  expect(headers.get('x-robots-tag')).toBe('noindex')
})

test.each([
  ['expired', 'This invitation has expired', "expires_at = now() - interval '1 second'"],
  ['used', 'Your password is already set', 'used_at = now()'],
  ['ended', 'This invitation is no longer valid', 'ended_at = now()'],
  ['ended', 'This invitation is no longer valid', "email = 'somebody.else@example.com'"],
])(
  'an invitation that is %s says "%s" at an address without its token, names no one and sets no password',
  async (state, title, change) => {
    const { token, email, name } = await anInvitation(change)
    const { status, location, page } = await closed(token)
    expect({ status, location }).toEqual({ status: 302, location: `/invitation?link=${state}` })
    expect(page.status).toBe(200)
    expect(page.words).toContain(title)
    expect(page.words).not.toContain(name)
    expect(await choose(token, { password })).toEqual({ status: 303, location: '/invitation' })
    expect(await trySignIn(email)).toMatchObject({ refused: 'wrong' })
  },
)

test('an expired invitation says whom to ask for a new one, also where the company has set no address', async () => {
  const facts = async (change: string) => {
    const { rows } = await asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      return client.query<{ facts: object }>(
        `update app.company set facts = ${change} returning facts`,
      )
    })
    return rows[0]?.facts
  }
  const words = async () => wordsOf((await ask('/invitation?link=expired')).html)
  await facts(
    `facts || '{"contactEmail": "office@msingi.test", "supportEmail": "help@msingi.test"}'`,
  )
  expect(await words()).toContain('For a new one, write to help@msingi.test')
  await facts(
    `facts || '{"contactEmail": "no-reply@msingi.test", "supportEmail": "no-reply@msingi.test"}'`,
  )
  expect(await words()).toContain(
    'A new invitation will let you activate it. For a new one, ask the person who invited you',
  )
  expect(await words()).not.toMatch(/write to/i)
})

test('setting the password signs out another account in this browser, after saying so', async () => {
  const other = await anInvestor('Omar Nur')
  const cookie = await cookiesOf(other)
  const { token } = await anInvitation()
  const visit = { cookie: `${cookie}; ${keeping(token)}` }
  const page = await loader(visitTo<Route.LoaderArgs>('/invitation', visit))
  expect(page.data.other).toBe('Omar Nur')
  const form = { password, confirmPassword: password }
  await action(visitTo<Route.ActionArgs>('/invitation', { ...visit, form }))
  const next = await anInvitation()
  const after = await loader(
    visitTo<Route.LoaderArgs>('/invitation', { cookie: `${cookie}; ${keeping(next.token)}` }),
  )
  expect(after.data.other).toBe(null)
})

test('a token that no one was sent is not found', async () => {
  expect(await open('no-such-token')).toMatchObject({
    invitation: { state: 'unknown' },
    status: 404,
  })
})

test('the chosen password opens the account, once, and leads to the sign-in page', async () => {
  const { token, email } = await anInvitation()
  expect(await choose(token, { password })).toEqual({ status: 303, location: '/login' })
  expect(await trySignIn(email)).toMatchObject({ role: 'investor' })
  expect(await choose(token, { password: 'another good phrase' })).toMatchObject({
    location: '/invitation',
  })
  expect((await closed(token)).location).toBe('/invitation?link=used')
  expect(await trySignIn(email, 'another good phrase')).toMatchObject({ refused: 'wrong' })
})

test.each([
  ['a published one', '', true],
  ['one that is not published any more', 'published = false', false],
  ['one that is completed meanwhile', "status = 'completed'", false],
  ['one that is archived', 'archived_at = now()', false],
])(
  'who had asked about a project goes on with it after the first sign-in: %s',
  async (_, changed, leadsOn) => {
    const { token, investorId } = await anInvitation()
    const { projectId, slug } = await anOffer({ target: usd('90,000') })
    await change(
      `insert into app.inquiry (name, email, message, project_id, investor_id, status, source)
     values ('Hodan Ali', 'hodan@example.com', 'How much is left?', $1, $2, 'converted', 'contact')`,
      [projectId, investorId],
    )
    if (changed) await change(`update app.project set ${changed} where id = $1`, [projectId])
    const next = leadsOn ? `?next=${encodeURIComponent(`/investment/${slug}/invest`)}` : ''
    expect(await choose(token, { password })).toEqual({ status: 303, location: `/login${next}` })
  },
)

test('an inactive account is not opened by its invitation', async () => {
  const { token } = await anInvitation('', 'inactive')
  expect((await closed(token)).location).toBe('/invitation?link=ended')
  expect(await choose(token, { password })).toMatchObject({ location: '/invitation' })
})

test.each([
  [{ password: '' }, { password: 'Password is required' }],
  [{ password: 'seven67' }, { password: 'Password must be at least 8 characters' }],
  [
    { password: `${'baobab '.repeat(19)}x` },
    { password: 'Password can be at most 128 characters' },
  ],
  [
    { password, confirmPassword: 'seven warm baobab' },
    { confirmPassword: 'Passwords do not match' },
  ],
  [
    { password: 'aaaaaaaa' },
    { password: 'This password is easy to guess. Use several unrelated words, or a longer one.' },
  ],
  [
    { password: 'hodan-quarry-47' },
    { password: 'Leave your name and your email address out of the password.' },
  ],
])('%j is refused with words, and the link stays open', async (form, errors) => {
  const { token } = await anInvitation()
  expect(await choose(token, form)).toEqual({ status: 422, errors, values: {} })
  expect((await open(token)).invitation.state).toBe('open')
})

test('a fault sets no password, says so with its reference, and the link stays open', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { token } = await anInvitation()
  await asSuperuser((client) => client.query('alter table auth.account rename to gone'))
  const answer = await choose(token, { password })
  await asSuperuser((client) => client.query('alter table auth.gone rename to account'))
  expect(answer).toMatchObject({
    status: 500,
    message: expect.stringMatching(
      /^The password could not be set\. Please try again later\. Reference \S+$/,
    ),
  })
  expect((await open(token)).invitation.state).toBe('open')
})

test('setting the first password ends every session of the account', async () => {
  const { token, email } = await anInvitation('', 'active')
  const cookie = await cookiesOf({ email })
  await choose(token, { password })
  const { rows } = await asSuperuser((client) =>
    client.query(
      'select from auth.session s join auth."user" u on u.id = s."userId" where u.email = $1',
      [email],
    ),
  )
  expect(cookie).not.toBe('')
  expect(rows).toEqual([])
})

test('AUTH-373 the token of an invitation leaves the address bar; a reload and a new tab find the invitation again', async () => {
  const { token, email } = await anInvitation()
  for (const _ of ['opened', 'opened again']) {
    const { status, location, given } = await ask(`/invitation/${token}`)
    expect({ status, location }).toEqual({ status: 302, location: '/invitation' })
    expect(given).toEqual([
      `invitation-link=${token}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
    ])
  }
  for (const _ of ['opened', 'reloaded', 'in a new tab']) {
    const { status, html } = await ask('/invitation', { cookie: keeping(token) })
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain('Welcome, Hodan Ali')
    expect(html).not.toContain(token)
  }
  expect(await choose(token, { password, email: 'another@example.com' })).toMatchObject({
    status: 422,
  })
  const set = await ask('/invitation', {
    cookie: keeping(token),
    form: { password, confirmPassword: password, email },
  })
  expect(set.given.join()).toContain(`sign-in-email=${encodeURIComponent(email)}; Max-Age=600`)
  const again = await ask('/invitation', { cookie: keeping(token) })
  expect(wordsOf(again.html)).toContain('Your password is already set')
})
