import { expect, test } from 'vitest'
import { aLink } from '../../../tests/links.ts'
import { anInvestor } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { choose, open } from '../../../tests/recovery.ts'

const password = 'seven warm baobabs'

const ofToken = 'Invalid or expired recovery token'

test('AUTH-370 a recovery link survives a reload and a closed tab, by a cookie that no script can read', async () => {
  const token = await aLink(await anInvestor(), 'recovery')
  const { given, location } = await ask(`/account/recovery?token=${token}&type=recovery`)
  expect(location).toBe('/reset-password')
  expect(given).toEqual([
    `recovery-link=${encodeURIComponent(`token:${token}`)}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
  ])
  for (const _ of ['opened', 'reloaded', 'in a new tab'])
    expect((await open(token)).state).toMatchObject({ shown: 'form' })
  expect(await choose(token, { password })).toMatchObject({ state: { shown: 'done' } })
  expect((await open(token)).state).toMatchObject({ shown: 'invalid', message: ofToken })
})

test('AUTH-371 a form drawn for another link than the last opened one sets no password', async () => {
  const token = await aLink(await anInvestor('Hodan Ali'), 'recovery')
  expect(await choose(token, { password, email: 'another@example.com' })).toMatchObject({
    status: 422,
    reply: {
      message: 'Another link was opened in this browser. Open the link in your email again.',
    },
  })
  expect((await open(token)).state).toMatchObject({ shown: 'form' })
})

test('AUTH-372 after the password is set the sign-in has the email filled in, until the next sign-in', async () => {
  const person = await anInvestor('Hodan Ali')
  const { headers } = await choose(await aLink(person, 'recovery'), {
    password,
    email: person.email,
  })
  const email = headers.getSetCookie().find((cookie) => cookie.startsWith('sign-in-email=')) ?? ''
  expect(email).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  const cookie = email.split(';', 1)[0] ?? ''
  expect((await ask('/login', { cookie })).html).toContain(`value="${person.email}"`)
  expect((await ask('/login')).html).not.toContain(person.email)
  const signedIn = await ask('/login', { cookie, form: { email: person.email, password } })
  expect(signedIn.given).toContain('sign-in-email=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax')
})
