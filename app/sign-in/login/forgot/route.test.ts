import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anInvestor } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesIn, cookiesOf, visitTo } from '../../../../tests/visits.ts'
import { takeToast } from '../../../platform/http/toast.server.ts'
import type { Route } from './+types/route.ts'
import { action } from './route.tsx'

afterEach(() => change('update app.installation set demo = true'))

async function request(email: string) {
  const answer = await action(visitTo<Route.ActionArgs>('/login/forgot', { form: { email } }))
  if (!(answer instanceof Response)) return { status: answer.init?.status, ...answer.data }
  const cookie = cookiesIn(answer.headers)
  const { toast } = takeToast(new Request('http://127.0.0.1', { headers: { cookie } }))
  return { status: answer.status, location: answer.headers.get('location'), toast }
}

test('AUTH-006 AUTH-067 the forgot-password mode is a link away, asks for an email only, and says how long a link is valid', async () => {
  expect((await ask('/login')).html).toMatch(
    /<a [^>]*href="\/login\/forgot"[^>]*>Forgot password\?<\/a>/,
  )
  const { html } = await ask('/login/forgot')
  expect(html.match(/<input /g)).toHaveLength(1)
  expect(html).toMatch(/<input [^>]*type="email"[^>]*name="email"/)
  expect(wordsOf(html)).toContain('It works once and is valid for 24 hours .'.replace(' .', ''))
})

test.each(['', 'asha@', 'no address', `${'a'.repeat(250)}@example.com`, 'a@example.com\u0000'])(
  'AUTH-061 %j is refused next to the field, and what was typed stays',
  async (email) => {
    expect(await request(email)).toMatchObject({
      status: 422,
      toast: null,
      reply: { errors: { email: 'Please enter a valid email address' }, values: { email } },
    })
  },
)

test('AUTH-062 AUTH-066 (W-13) known, unknown, closed, and too often asked for: every address gets the same answer', async () => {
  await change('update app.installation set demo = true')
  const { email } = await anInvestor()
  const closed = await anInvestor('Omar Nur', 'inactive')
  const known = await request(email)
  expect(known).toEqual({
    status: 303,
    location: '/login/forgot?sent',
    toast: {
      kind: 'success',
      title: 'Password reset email sent',
      text: 'If there is an account with this address, the link is on its way. It is valid for 24 hours.',
    },
  })
  for (const other of [
    `${randomUUID()}@example.com`,
    closed.email,
    email,
    email,
    email,
    ` ${email.toUpperCase()} `,
  ]) {
    expect(await request(other)).toEqual(known)
  }
  const { html } = await ask('/login/forgot?sent')
  expect(wordsOf(html)).toContain(
    'If there is an account with this address, the link is on its way.',
  )
})

test('AUTH-063 AUTH-065 MAIL-005 (decisions §2) while no mail can go out every address is told so, and whom to write to', async () => {
  await change('update app.installation set demo = false')
  const { email } = await anInvestor()
  const known = await request(email)
  expect(known).toMatchObject({
    location: '/login/forgot?sent',
    toast: {
      kind: 'warning',
      title: 'Password reset initiated',
      text: expect.stringMatching(
        /^We are having trouble sending email\. Please contact support at \S+@\S+\.$/,
      ),
    },
  })
  expect(await request(`${randomUUID()}@example.com`)).toEqual(known)
  expect(wordsOf((await ask('/login/forgot?sent')).html)).toContain(
    'We are having trouble sending email. Please contact support at',
  )
})

test('AUTH-064 a request that could not be stored has failed, for every address', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { email } = await anInvestor()
  await asSuperuser((client) => client.query('alter table auth.mail_request rename to gone'))
  const answers = [await request(email), await request('nobody@example.com')]
  await asSuperuser((client) => client.query('alter table auth.gone rename to mail_request'))
  for (const answer of answers) {
    expect(answer).toMatchObject({
      status: 500,
      toast: { kind: 'error', title: 'Password reset failed' },
      reply: { message: expect.stringMatching(/^Password reset failed\. Reference \S+$/) },
    })
  }
})

test('MAIL-002 (W-18) a link or a name that a request brings along next to the email is ignored', async () => {
  const { email } = await anInvestor()
  const form = { email, resetLink: 'https://evil.example', name: 'Evil', resetPassword: 'true' }
  const answer = await action(visitTo<Route.ActionArgs>('/login/forgot', { form }))
  expect(answer).toHaveProperty('status', 303)
  const { rows } = await change<{ kept: string }>(
    'select coalesce(string_agg(j.data::text, $1), $1) as kept from pgboss.job j',
    [' '],
  )
  expect(rows[0]?.kept).not.toContain('evil')
})

test('a person who is signed in may ask for a link too', async () => {
  const cookie = await cookiesOf(await anInvestor())
  expect(await ask('/login/forgot', { cookie })).toMatchObject({ status: 200, location: null })
})
