import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { withSecondFactor } from '../../../tests/second-factor.ts'
import { totp } from '../../../tests/totp.ts'
import { cookiesIn, cookiesOf, thrownBy, toastIn, visitTo } from '../../../tests/visits.ts'
import { action as login } from '../login/route.tsx'
import { action, loader } from './route.tsx'

const own = '/investment-dashboard/documents?q=deed'
const address = (path: string) => `${path}?next=${encodeURIComponent(own)}`

/** Submits the password of a person with a second factor; returns cookies and redirect. */
async function typePassword(email: string) {
  const answer = await login(visitTo(address('/login'), { form: { email, password } }))
  if (!(answer instanceof Response)) throw new Error('the password was refused')
  return { location: answer.headers.get('location'), cookie: cookiesIn(answer.headers) }
}

async function typeCode(cookie: string, code: string) {
  const answer = await action(visitTo(address('/login/second-factor'), { cookie, form: { code } }))
  if (answer instanceof Response) {
    return { location: answer.headers.get('location'), cookies: cookiesIn(answer.headers) }
  }
  return { status: answer.init?.status, ...answer.data }
}

test('AUTH-009 after the second factor one toast greets the person by name, and leads to the page asked for', async () => {
  const person = await anInvestor('Jama Warsame')
  const { secret } = await withSecondFactor(person)
  const { location, cookie } = await typePassword(person.email)
  expect(location).toBe(address('/login/second-factor'))
  expect(toastIn(cookie)).toBeNull()
  const { html } = await ask(address('/login/second-factor'), { cookie })
  expect(wordsOf(html)).toMatch(/One more step.*Remember this device for 30 days/)
  const answer = await typeCode(cookie, totp(secret))
  expect(answer).toMatchObject({ location: own })
  expect(toastIn(answer.cookies ?? '')).toEqual({
    kind: 'success',
    title: 'Login successful',
    text: 'Welcome back, Jama Warsame!',
  })
})

test('a wrong code is refused next to its field and never comes back', async () => {
  const person = await anInvestor()
  await withSecondFactor(person)
  const { cookie } = await typePassword(person.email)
  const sentence = 'This code is wrong or was already used.'
  expect(await typeCode(cookie, '123456')).toEqual({
    status: 422,
    reply: { errors: { code: sentence }, values: {} },
    toast: { kind: 'error', title: 'Login failed', text: sentence },
  })
  expect(await typeCode(cookie, ' ')).toMatchObject({
    status: 422,
    reply: { errors: { code: 'Enter the code' } },
  })
})

test('half a sign-in opens no page, and its own page no one reaches who is not halfway', async () => {
  const person = await anInvestor()
  await withSecondFactor(person)
  const { cookie } = await typePassword(person.email)
  expect(await ask('/investment-dashboard', { cookie })).toMatchObject({ status: 302 })
  expect(await thrownBy(loader(visitTo(address('/login/second-factor'))))).toEqual({
    status: 302,
    location: address('/login'),
  })
  const signedIn = await cookiesOf(await anAdmin())
  expect(await ask('/login/second-factor', { cookie: signedIn })).toMatchObject({
    location: '/admin-dashboard',
  })
})

test('when the ten minutes are over the sign-in begins again, and says so', async () => {
  const person = await anInvestor()
  const { secret } = await withSecondFactor(person)
  const { cookie } = await typePassword(person.email)
  await change(
    `update auth.verification set "expiresAt" = now() - interval '1 second' where value = $1`,
    [person.userId],
  )
  const sent = await typeCode(cookie, totp(secret))
  expect(sent).toMatchObject({ location: address('/login') })
  expect(toastIn(sent.cookies ?? '')).toMatchObject({
    title: 'Login failed',
    text: 'The second factor timed out. Please sign in again.',
  })
})

test('AUTH-374 a second factor is set up on a page, from the password to the recovery codes', async () => {
  const person = await anInvestor()
  const cookie = await cookiesOf(person)
  const path = '/login/second-factor/set-up'
  const page = async () => wordsOf((await ask(path, { cookie })).html)
  expect(await page()).toContain('Set up your second factor')
  const wrong = await ask(path, { cookie, form: { currentPassword: 'not-the-password' } })
  expect(wordsOf(wrong.html)).toContain('This is not your password.')
  expect(await ask(path, { cookie, form: { currentPassword: password } })).toMatchObject({
    status: 303,
  })
  const scan = await ask(path, { cookie })
  expect(scan.html).toContain('src="data:image/svg+xml;base64,')
  const secret = /translate="no">([A-Z2-7 ]+)</.exec(scan.html)?.[1] ?? ''
  const refused = await ask(path, { cookie, form: { intent: 'finish', code: '000000' } })
  const uri = refused.html.indexOf('href="otpauth://totp/')
  expect(uri).toBeGreaterThan(0)
  expect(refused.html.indexOf('translate="no"')).toBeGreaterThan(uri)
  expect(refused.html.indexOf('alt="QR code')).toBeGreaterThan(
    refused.html.indexOf('translate="no"'),
  )
  expect(wordsOf(refused.html)).toMatch(/Add this account to your app.*This code is wrong/)
  const done = await ask(path, { cookie, form: { intent: 'finish', code: totp(secret) } })
  expect(wordsOf(done.html)).toContain('Save your recovery codes')
  expect(done.html.match(/<li>[a-z2-9]{5}-[a-z2-9]{5}<\/li>/g)).toHaveLength(10)
})

test('new recovery codes and turning it off ask for password and code; without a factor there is nothing to do', async () => {
  const person = await anInvestor()
  const plain = await cookiesOf(person)
  const settings = '/investment-dashboard/settings'
  for (const act of ['recovery-codes', 'turn-off']) {
    expect(await ask(`/login/second-factor/${act}`, { cookie: plain })).toMatchObject({
      location: settings,
    })
  }
  const { cookie, codes } = await withSecondFactor(person)
  const [firstCode = '', secondCode = ''] = codes
  for (const act of ['recovery-codes', 'turn-off']) {
    const path = `/login/second-factor/${act}`
    const half = await ask(path, { cookie, form: { currentPassword: password, code: '' } })
    expect(wordsOf(half.html)).toContain('Enter the code')
    const wrong = await ask(path, {
      cookie,
      form: { currentPassword: 'not-the-password', code: firstCode },
    })
    expect(wordsOf(wrong.html)).toContain('This is not your password.')
    const guess = await ask(path, {
      cookie,
      form: { currentPassword: password, code: 'aaaaa-aaaaa' },
    })
    expect(wordsOf(guess.html)).toContain('This code is wrong or was already used.')
  }
  const renewed = await ask('/login/second-factor/recovery-codes', {
    cookie,
    form: { currentPassword: password, code: firstCode },
  })
  const fresh = /<li>([a-z2-9]{5}-[a-z2-9]{5})<\/li>/.exec(renewed.html)?.[1] ?? ''
  const off = (code: string) =>
    ask('/login/second-factor/turn-off', { cookie, form: { currentPassword: password, code } })
  expect((await off(secondCode)).status).toBe(422)
  expect(await off(fresh)).toMatchObject({ status: 303, location: settings })
})
