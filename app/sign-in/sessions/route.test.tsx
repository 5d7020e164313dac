import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { sessionToken } from '../../platform/session/auth.server.ts'

const settings = '/investment-dashboard/settings'

async function sessionIn(cookie: string): Promise<string> {
  const { rows } = await change('select id from auth.session where token = $1', [
    sessionToken(cookie),
  ])
  return rows[0]?.id ?? ''
}

const isLive = async (cookie: string) =>
  (await ask('/investment-dashboard', { cookie })).status === 200

test('one of one’s own sessions is ended after confirming, and then no more is asked for a while', async () => {
  const person = await anInvestor()
  const [here, phone, laptop] = [
    await cookiesOf(person),
    await cookiesOf(person),
    await cookiesOf(person),
  ]
  const end = `/login/sessions?end=${await sessionIn(phone)}`
  const answer = await ask(end, { cookie: here, form: {} })
  expect(answer.status).toBe(422)
  expect(wordsOf(answer.html)).toContain('Confirm your identity')
  expect(wordsOf(answer.html)).not.toContain('This is not your password.')
  const wrong = await ask(end, { cookie: here, form: { currentPassword: 'not-the-password' } })
  expect(wordsOf(wrong.html)).toContain('This is not your password.')
  expect(await isLive(phone)).toBe(true)
  const done = await ask(end, { cookie: here, form: { currentPassword: password } })
  expect(done).toMatchObject({ status: 303, location: settings })
  expect(await isLive(phone)).toBe(false)
  expect(await ask('/login/sessions?end=others', { cookie: here, form: {} })).toMatchObject({
    location: settings,
  })
  expect([await isLive(here), await isLive(laptop)]).toEqual([true, false])
})

test('no one ends a session of someone else, or this one by its id', async () => {
  const [person, other] = [await anInvestor(), await anInvestor()]
  const [here, theirs] = [await cookiesOf(person), await cookiesOf(other)]
  for (const id of [await sessionIn(theirs), await sessionIn(here)]) {
    await ask(`/login/sessions?end=${id}`, { cookie: here, form: { currentPassword: password } })
  }
  await ask('/login/sessions?end=not-an-id', { cookie: here, form: {} })
  expect([await isLive(here), await isLive(theirs)]).toEqual([true, true])
})

test('the address alone does nothing, and a guest is led to the sign-in', async () => {
  const person = await anInvestor()
  const [here, there] = [await cookiesOf(person), await cookiesOf(person)]
  expect(await ask('/login/sessions', { cookie: here })).toMatchObject({ location: settings })
  await ask('/login/sessions?end=others', { cookie: here })
  expect(await isLive(there)).toBe(true)
  expect(await ask('/login/sessions?end=others', { form: {} })).toMatchObject({
    location: '/login',
  })
})
