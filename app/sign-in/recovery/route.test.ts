import { describe, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aLink, expired } from '../../../tests/links.ts'
import { anInvestor, type Person } from '../../../tests/people.ts'
import { ask, openLink } from '../../../tests/product.tsx'
import { choose, keeping, open, send } from '../../../tests/recovery.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { pathForLog } from '../../platform/observability/log.server.ts'
import type { Route } from './+types/route.ts'
import { loader } from './route.tsx'

const paths = ['/reset-password', '/password-reset', '/account/recovery', '/auth/recovery']

const password = 'seven warm baobabs'

const general = 'Invalid reset link. Please request a new password reset link.'

const ofToken = 'Invalid or expired recovery token'

const ofAccessToken = 'Invalid or expired access token'

const hidden = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
}

const requestsBy = async ({ userId }: Person) =>
  (await change('select from auth.mail_request where user_id = $1', [userId])).rows.length

describe.each(paths)('the recovery screen at %s', (path) => {
  test.each([
    ['', general],
    ['?type=%00&token[]=1', general],
    ['?token=', general],
    ['?token=s3cret&type=invite', general],
    ['?token=s3cret&token=s3cret', general],
    ['?token=s3cret&type=recovery', ofToken],
    ['?token=s3cret', ofToken],
    ['?token=%00', ofToken],
    ['?access_token=s3cret', ofAccessToken],
    ['?access_token=s3cret&type=recovery&email=amina@example.com', ofAccessToken],
  ])(
    'AUTH-045 AUTH-050 AUTH-051 AUTH-052 opened with "%s" says that the link is wrong, and shows no form for a password',
    async (query, sentence) => {
      const { status, html } = await openLink(`${path}${query}`)
      expect(status).toBe(200)
      expect(wordsOf(html)).toContain(sentence)
      expect(html).not.toContain('type="password"')
      expect(html).not.toContain('s3cret')
    },
  )

  test('AUTH-045 AUTH-046 AUTH-049 (W-11) an email alone only fills in the request for a link', async () => {
    const { status, html } = await openLink(`${path}?email=amina%22%3E@example.com`)
    expect(status).toBe(200)
    expect(html).toMatch(/<form [^>]*action="\/login\/forgot"/)
    expect(html).toMatch(/<input [^>]*name="email"[^>]*value="amina&quot;&gt;@example.com"/)
    expect(html).not.toContain('type="password"')
  })

  test.each(['token=TOKEN', 'token=TOKEN&type=recovery', 'access_token=TOKEN&type=recovery'])(
    'AUTH-046 AUTH-047 AUTH-048 (W-12) a genuine link with "%s" opens the form, sent to the bare address',
    async (query) => {
      const person = await anInvestor()
      const token = await aLink(person, 'recovery')
      const { status, html, address } = await openLink(`${path}?${query.replace('TOKEN', token)}`)
      expect(address).toBe('/reset-password')
      expect(status).toBe(200)
      expect(html).toMatch(/<form [^>]*action="\/reset-password"/)
      expect(html.match(/type="password"/g)).toHaveLength(2)
      expect(html).not.toContain(token)
      expect(wordsOf(html)).toContain(person.email)
    },
  )

  test.each([
    'token=TOKEN&type=invite',
    'token=TOKEN&type=',
    'token=TOKEN&token=TOKEN&type=recovery',
  ])('AUTH-046 AUTH-047 a genuine token with "%s" opens no form', async (query) => {
    const token = await aLink(await anInvestor(), 'recovery')
    const { html } = await openLink(`${path}?${query.replaceAll('TOKEN', token)}`)
    expect(wordsOf(html)).toContain(general)
    expect(html).not.toContain('type="password"')
    expect(html).not.toContain(token)
  })
})

test.each(['', 'token=s3cret', 'email=amina@example.com'])(
  'opened with "%s" the screen is kept by no one, and its address told to no one',
  async (query) => {
    const answer = await loader(visitTo<Route.LoaderArgs>(`/reset-password?${query}`)).catch(
      (thrown: Response) => thrown,
    )
    const headers = answer instanceof Response ? answer.headers : new Headers(answer.init?.headers)
    expect(Object.fromEntries(headers)).toMatchObject(hidden)
    expect(pathForLog(new Request(`http://127.0.0.1/reset-password?${query}`))).toBe(
      '/reset-password',
    )
  },
)

test('AUTH-026 (W-15) a recovery link opens for someone who is signed in, and says when it is another person', async () => {
  const self = await anInvestor('Omar Nur')
  const cookie = await cookiesOf(self)
  expect(await openLink('/reset-password?token=s3cret', cookie)).toMatchObject({
    status: 200,
    location: null,
  })
  const token = await aLink(await anInvestor('Hodan Ali'), 'recovery')
  const other = await loader(
    visitTo<Route.LoaderArgs>('/reset-password', { cookie: `${cookie}; ${keeping(token)}` }),
  )
  expect(other.data.other).toBe('Omar Nur')
  const own = await aLink(self, 'recovery')
  expect(
    (
      await loader(
        visitTo<Route.LoaderArgs>('/reset-password', { cookie: `${cookie}; ${keeping(own)}` }),
      )
    ).data.other,
  ).toBe(null)
})

test.each([
  [{ password: '' }, { password: 'Password is required' }],
  [{ password: 'five5' }, { password: 'Password must be at least 6 characters' }],
  [{ password: '🏠🏠🏠🏠🏠' }, { password: 'Password must be at least 6 characters' }],
  [{ password: 'sixsix' }, { password: 'Password must be at least 8 characters' }],
  [{ password: 'seven67' }, { password: 'Password must be at least 8 characters' }],
  [{ password: 'x'.repeat(100_000) }, { password: 'Password can be at most 128 characters' }],
  [
    { password, confirmPassword: 'seven warm baobab' },
    { confirmPassword: 'Passwords do not match' },
  ],
  [
    { password: 'hodan-quarry-47' },
    { password: 'Leave your name and your email address out of the password.' },
  ],
  [
    { password: 'password1' },
    { password: 'This password is easy to guess. Use several unrelated words, or a longer one.' },
  ],
])(
  'AUTH-056 AUTH-057 (W-14) AUTH-058 a password is refused with words, is not echoed, and the link stays open',
  async (form, errors) => {
    const token = await aLink(await anInvestor('Hodan Ali'), 'recovery')
    const answer = await choose(token, form)
    expect(answer).toMatchObject({ status: 422, reply: { errors }, state: { shown: 'form' } })
    expect(answer.reply?.values).not.toHaveProperty('password')
    expect((await open(token)).state).toMatchObject({ shown: 'form' })
  },
)

test('AUTH-059 AUTH-060 a new password shows success with the way to the sign-in, and signs no one in', async () => {
  const other = await anInvestor('Omar Nur')
  const cookie = await cookiesOf(other)
  const token = await aLink(await anInvestor('Hodan Ali'), 'recovery')
  const form = { password, confirmPassword: password }
  const answer = await send(form, `${cookie}; ${keeping(token)}`)
  expect(answer).toMatchObject({
    status: 200,
    state: { shown: 'done' },
    toast: { kind: 'success', title: 'Password reset successful' },
  })
  const cookies = answer.headers.getSetCookie()
  expect(cookies.filter((setCookie) => /session_token=[^;]/.test(setCookie))).toEqual([])
  expect((await ask('/investment-dashboard', { cookie })).location).toContain('/login')
  const page = await ask('/reset-password', {
    form,
    cookie: keeping(await aLink(other, 'recovery')),
  })
  expect(page.html).toMatch(/<a [^>]*href="\/login"[^>]*>Go to Login<\/a>/)
  expect(await send(form, keeping(token))).toMatchObject({
    state: { shown: 'invalid', message: ofToken },
  })
})

test('AUTH-055 (W-13) opening an expired link sends nothing; the form of its page sends a fresh one and says so', async () => {
  const person = await anInvestor()
  const token = await aLink(person, 'recovery', expired)
  const { html } = await openLink(`/reset-password?token=${token}&type=recovery`)
  expect(html).toContain('Send a new link')
  expect(html).toContain('<input type="hidden" name="intent" value="fresh"/>')
  expect(wordsOf(html)).not.toContain(person.email)
  expect(await requestsBy(person)).toBe(0)
  const page = await ask('/reset-password', { form: { intent: 'fresh' }, cookie: keeping(token) })
  expect(wordsOf(page.html)).toContain(
    'Your reset link has expired. We&#x27;ve sent a new password reset link to your email.',
  )
  expect(await requestsBy(person)).toBe(1)
})

test('a link that expired while its form was filled in asks for a fresh one', async () => {
  const token = await aLink(await anInvestor(), 'recovery', expired)
  expect(await choose(token, { password })).toMatchObject({
    status: 200,
    state: { shown: 'expired' },
  })
})

test.each(['used_at = now()', 'ended_at = now()', `${expired}, used_at = now()`])(
  'nothing fresh is sent for a link with %s',
  async (made) => {
    const person = await anInvestor()
    const token = await aLink(person, 'recovery', made)
    const answer = await send({ intent: 'fresh' }, keeping(token, 'access_token'))
    expect(answer.state).toEqual({
      shown: 'invalid',
      message: ofAccessToken,
      email: '',
      isMissing: false,
    })
    expect(await requestsBy(person)).toBe(0)
  },
)

test('AUTH-050 without a link it says to open the link again; a wrong one is not blamed on that', async () => {
  const reload = 'Open the link in your email again.'
  const missing = wordsOf((await ask('/reset-password')).html)
  expect(missing).toContain(general)
  expect(missing).toContain(reload)
  expect(missing).not.toContain('already have been used')
  const wrong = wordsOf((await openLink('/reset-password?token=s3cret')).html)
  expect(wrong).toContain('It may already have been used')
  expect(wrong).not.toContain(reload)
})

test('a form without its secret is an invalid link', async () => {
  expect((await send({ password, confirmPassword: password })).state).toMatchObject({
    message: general,
  })
})

/** Without the table, no statement about a link is possible. */
async function withoutLinks<Answer>(work: () => Promise<Answer>) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query('alter table auth.link rename to gone'))
  const answer = await work()
  await asSuperuser((client) => client.query('alter table auth.gone rename to link'))
  return answer
}

test('AUTH-053 AUTH-054 AUTH-064 faults are told in words with the reference they are logged under, and change nothing', async () => {
  const token = await aLink(await anInvestor(), 'recovery')
  const page = await withoutLinks(() => openLink(`/reset-password?token=${token}`))
  expect(page.status).toBe(200)
  expect(wordsOf(page.html)).toMatch(
    /There was a problem validating your reset link\. Reference \S+/,
  )
  expect(await withoutLinks(() => choose(token, { password }))).toMatchObject({
    status: 500,
    reply: { message: expect.stringMatching(/^An unexpected error occurred\. Reference \S+$/) },
  })
  expect(await withoutLinks(() => send({ intent: 'fresh' }, keeping(token)))).toMatchObject({
    status: 500,
    toast: { kind: 'error', title: 'Password reset failed' },
    state: { shown: 'expired' },
  })
  expect((await open(token)).state).toMatchObject({ shown: 'form' })
})
