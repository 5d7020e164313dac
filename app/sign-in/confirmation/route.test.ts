import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aLink, expired } from '../../../tests/links.ts'
import { anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesIn, visitTo } from '../../../tests/visits.ts'
import type { ActionReply } from '../../platform/http/form-action.server.ts'
import { takeToast } from '../../platform/http/toast.server.ts'
import { pathForLog } from '../../platform/observability/log.server.ts'
import { action as signIn } from '../login/route.tsx'
import type { Route } from './+types/route.ts'
import { action as resend } from './resend.ts'
import { action, loader } from './route.tsx'

async function unconfirmed() {
  const person = await anInvestor('Hodan Ali')
  await change(`update auth."user" set "emailVerified" = false where id = $1`, [person.userId])
  return person
}

async function summaryOf(answer: Response) {
  const cookie = cookiesIn(answer.headers)
  const { toast } = takeToast(new Request('http://127.0.0.1', { headers: { cookie } }))
  return { status: answer.status, location: answer.headers.get('location'), toast }
}

/** The cookie after opening the link. */
const keeping = (token: string) => `confirmation-link=${token}`

async function confirm(token: string, form: Record<string, string> = {}) {
  const answer = await action(
    visitTo<Route.ActionArgs>('/confirm', { cookie: keeping(token), form }),
  ).catch((thrown: Response) => thrown)
  return answer instanceof Response
    ? summaryOf(answer)
    : { status: answer.init?.status, ...answer.data.reply }
}

/** Signs in and returns the sign-in page's data. */
async function trySignIn(email: string, typed = password) {
  const answer = await signIn(visitTo('/login', { form: { email, password: typed } }))
  if (answer instanceof Response) throw new Error('signed in')
  const shown: ActionReply<{ resend: string | null }> = answer.data
  return shown
}

const sendAgain = async (proof: string, path = '/login/resend') =>
  summaryOf((await resend(visitTo(path, { form: { proof } }))) as Response)

test('the page of a link confirms by its button only, and is kept by no one', async () => {
  const { email, userId } = await unconfirmed()
  const token = await aLink({ email, userId }, 'confirmation')
  const link = await ask(`/confirm/${token}`)
  expect(link).toMatchObject({ status: 302, location: '/confirm' })
  const { html, status } = await ask('/confirm', { cookie: keeping(token) })
  expect(status).toBe(200)
  expect(html).not.toContain(token)
  expect(wordsOf(html)).toContain(email)
  expect(html).toContain('Confirm this address')
  expect(wordsOf(html)).not.toContain('you can sign in')
  expect(wordsOf(html)).toContain('No password yet? Choose one with the invitation')
  const { init } = await loader(visitTo<Route.LoaderArgs>('/confirm', { cookie: keeping(token) }))
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  })
  expect(pathForLog(new Request(`http://127.0.0.1/confirm/${token}`))).toBe('/confirm/…')
  expect(await confirm(token)).toMatchObject({
    status: 303,
    location: '/login',
    toast: {
      kind: 'success',
      title: 'Email confirmed',
      text: expect.stringContaining('No password yet?'),
    },
  })
  expect(await confirm(token)).toMatchObject({ status: 303, location: '/confirm' })
})

test('AUTH-216 a confirmation survives a reload, and confirms the address that its page showed', async () => {
  const [unconfirmedPerson, other] = [await unconfirmed(), await unconfirmed()]
  const token = await aLink(unconfirmedPerson, 'confirmation')
  for (let time = 0; time < 2; time += 1) {
    expect(wordsOf((await ask('/confirm', { cookie: keeping(token) })).html)).toContain(
      unconfirmedPerson.email,
    )
  }
  const answer = await confirm(token, { email: other.email })
  expect(answer).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^Another link was opened/),
  })
  expect(await confirm(token, { email: unconfirmedPerson.email })).toMatchObject({
    location: '/login',
  })
})

test.each([
  ['This link has expired', expired, 200],
  ['This address is confirmed', 'used_at = now()', 200],
  ['This link is no longer valid', 'ended_at = now()', 200],
  ['This link is incomplete', "purpose = 'recovery'", 404],
])('a closed link says "%s" and names no one', async (title, made, status) => {
  const person = await unconfirmed()
  const token = await aLink(person, 'confirmation', made)
  const link = await ask(`/confirm/${token}`)
  // An unknown token stays in the address; a known one is removed from it.
  if (status === 200) expect(link.location).toMatch(/^\/confirm\?link=(expired|used|ended)$/)
  const page = link.location ? await ask(link.location) : link
  expect(page.status).toBe(status)
  expect(wordsOf(page.html)).toContain(title)
  expect(page.html).not.toContain(person.email)
})

test('a fault confirms nothing and is told with its reference', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const token = await aLink(await unconfirmed(), 'confirmation')
  await asSuperuser((client) => client.query('alter table auth.link rename to gone'))
  const answer = await confirm(token)
  await asSuperuser((client) => client.query('alter table auth.gone rename to link'))
  expect(answer).toMatchObject({
    status: 500,
    message: expect.stringMatching(/Reference \S+$/),
  })
  expect(await confirm(token)).toMatchObject({ location: '/login' })
})

test('AUTH-014 the resend link comes with a correct password for an unconfirmed address, and with nothing else', async () => {
  const person = await unconfirmed()
  expect((await trySignIn(person.email, 'not-the-password')).resend).toBe(null)
  expect((await trySignIn('nobody@example.com')).resend).toBe(null)
  expect((await trySignIn((await anInvestor('Omar Nur', 'inactive')).email)).resend).toBe(null)
  expect((await trySignIn(person.email)).resend).toEqual(expect.any(String))
  const form = { email: person.email, password }
  expect((await ask('/login', { form })).html).toContain('Resend the confirmation email')
  expect((await ask('/login')).html).not.toContain('Resend')
})

test('AUTH-018 MAIL-004 the confirmation is sent again, at most three times an hour, and the answer stays the same', async () => {
  const { email, userId } = await unconfirmed()
  const proof = (await trySignIn(email)).resend ?? ''
  for (let time = 0; time < 5; time += 1) {
    expect(await sendAgain(proof, '/login/resend?next=%2Finvestment-dashboard')).toMatchObject({
      status: 303,
      location: '/login?next=%2Finvestment-dashboard',
      toast: { kind: 'success', title: 'Confirmation email resent' },
    })
  }
  const { rows } = await change('select from auth.mail_request where user_id = $1', [userId])
  expect(rows).toHaveLength(3)
})

test('AUTH-019 without proof, or when it cannot be stored, the resend has failed', async () => {
  const failed = {
    location: '/login',
    toast: { kind: 'error', title: 'Failed to resend confirmation email' },
  }
  expect(await sendAgain('')).toMatchObject(failed)
  const { email } = await unconfirmed()
  expect(await sendAgain(email)).toMatchObject(failed)
  const proof = (await trySignIn(email)).resend ?? ''
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query('alter table auth.mail_request rename to gone'))
  const answer = await sendAgain(proof)
  await asSuperuser((client) => client.query('alter table auth.gone rename to mail_request'))
  expect(answer).toMatchObject(failed)
})
