import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anInvestor, password } from '../../../../tests/people.ts'
import {
  attempt,
  halfway,
  selfAfterFactor,
  step,
  withSecondFactor,
} from '../../../../tests/second-factor.ts'
import { totp } from '../../../../tests/totp.ts'
import { cookiesIn } from '../../../../tests/visits.ts'
import { confirmIdentity, renewSession } from '../sign-in/confirm-identity.server.ts'
import { endOtherSessions } from '../sign-in/sessions.server.ts'
import { findPendingSignIn } from './pending-sign-in.server.ts'
import { findSecondFactor } from './second-factor.server.ts'

test('with a second factor the password alone opens no session', async () => {
  const person = await anInvestor()
  const { secret } = await withSecondFactor(person)
  const before = await change('select id from auth.session where "userId" = $1', [person.userId])
  const cookies = await halfway(person.email)
  const after = await change('select id from auth.session where "userId" = $1', [person.userId])
  expect(after.rows).toHaveLength(before.rows.length)
  expect(await step(cookies, totp(secret))).toMatchObject({ role: 'investor', name: person.name })
})

test('a code of the app is accepted once, from the first who sends it', async () => {
  const person = await anInvestor()
  const { secret } = await withSecondFactor(person)
  const browsers = [await halfway(person.email), await halfway(person.email)]
  const code = totp(secret)
  const results = await Promise.all(browsers.map((cookies) => step(cookies, code)))
  expect(results.filter((result) => 'role' in result)).toHaveLength(1)
  expect(results.filter((result) => 'refused' in result)).toHaveLength(1)
})

test('a recovery code is good once, and the others stay; they are kept as argon2id', async () => {
  const person = await anInvestor()
  const { codes } = await withSecondFactor(person)
  const [first = ''] = codes
  expect(codes).toHaveLength(10)
  const { rows } = await change<{ backupCodes: string }>(
    'select "backupCodes" from auth."twoFactor" where "userId" = $1',
    [person.userId],
  )
  expect(rows[0]?.backupCodes).not.toContain(first)
  const stored = JSON.parse(rows[0]?.backupCodes ?? '[]') as string[]
  expect(stored.every((hash) => hash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$'))).toBe(true)
  const both = [await halfway(person.email), await halfway(person.email)]
  const results = await Promise.all(both.map((cookies) => step(cookies, first.toUpperCase())))
  expect(results.filter((result) => 'role' in result)).toHaveLength(1)
  expect(await step(await halfway(person.email), first)).toEqual({ refused: 'wrong' })
  expect(await findSecondFactor(person.userId)).toEqual({ on: true, codesLeft: 9 })
  expect(await step(await halfway(person.email), codes[1] ?? '')).toMatchObject({
    role: 'investor',
  })
})

test('AUTH-008 (W-10) wrong codes count like wrong passwords, and only a finished sign-in clears the count', async () => {
  const person = await anInvestor()
  const { secret, codes } = await withSecondFactor(person)
  for (let wrong = 0; wrong < 5; wrong += 1) await attempt(person.email, 'not-the-password')
  const cookies = await halfway(person.email)
  for (let wrong = 0; wrong < 4; wrong += 1)
    expect(await step(cookies, '000000')).toEqual({ refused: 'wrong' })
  // The right password in between forgets none of the nine.
  const again = await halfway(person.email)
  expect(await step(again, '000000')).toEqual({ refused: 'wrong' })
  expect(await step(again, codes[0] ?? '')).toMatchObject({ refused: 'too-many' })
  expect(await attempt(person.email)).toMatchObject({ refused: 'too-many' })
  await change(
    "update auth.sign_in_attempt set last_at = last_at - interval '31 seconds' where counted = 'email'",
  )
  expect(await step(again, totp(secret))).toMatchObject({ role: 'investor' })
  for (let wrong = 0; wrong < 9; wrong += 1) await attempt(person.email, 'not-the-password')
  expect(await attempt(person.email)).toHaveProperty('secondFactor')
})

test('after five wrong codes, or ten minutes, the password is asked again', async () => {
  const person = await anInvestor()
  const { secret } = await withSecondFactor(person)
  const tried = await halfway(person.email)
  for (let wrong = 0; wrong < 5; wrong += 1) await step(tried, '000000')
  expect(await step(tried, totp(secret))).toEqual({ refused: 'over' })
  const late = await halfway(person.email)
  const { rows } = await change<{ minutes: number }>(
    `select round(extract(epoch from max("expiresAt") - now()) / 60)::int as minutes from auth.verification
     where value = $1 and identifier like '2fa-%'`,
    [person.userId],
  )
  expect(rows[0]?.minutes).toBe(10)
  await change(
    `update auth.verification set "expiresAt" = now() - interval '1 second' where value = $1`,
    [person.userId],
  )
  expect(await findPendingSignIn(late)).toBeNull()
  expect(await step(late, totp(secret))).toEqual({ refused: 'over' })
})

test('a session next to, and a forged or foreign cookie, stand for no second factor', async () => {
  const [anna, ben] = [await anInvestor('Anna Kilonzo'), await anInvestor('Ben Otieno')]
  const hers = await withSecondFactor(anna)
  const his = await withSecondFactor(ben)
  const cookies = await halfway(anna.email)
  // Ben is signed in on the same browser: his code and his session open nothing of hers.
  expect(await step(`${cookies}; ${his.cookie}`, totp(his.secret))).toEqual({ refused: 'wrong' })
  expect(await step(cookies.replace(/(two_factor=)./, '$1X'), totp(hers.secret))).toEqual({
    refused: 'over',
  })
  expect(await step('', totp(hers.secret))).toEqual({ refused: 'over' })
  expect(await step(cookies, totp(hers.secret))).toMatchObject({ role: 'investor' })
})

test.each<[string, (userId: string) => Promise<unknown>]>([
  [
    'password',
    (id) => change(`update auth.account set password = password || 'x' where "userId" = $1`, [id]),
  ],
  ['email', (id) => change(`update auth."user" set email = 'new-' || email where id = $1`, [id])],
  [
    'second factor',
    (id) => change(`update auth."twoFactor" set secret = secret || 'x' where "userId" = $1`, [id]),
  ],
])('AUTH-204 a second step that began before the %s changed ends with it', async (_, changeIt) => {
  const person = await anInvestor()
  const { codes } = await withSecondFactor(person)
  const other = await anInvestor()
  await withSecondFactor(other)
  const [cookies, theirs] = [await halfway(person.email), await halfway(other.email)]
  await changeIt(person.userId)
  expect(await findPendingSignIn(cookies)).toBeNull()
  expect(await step(cookies, codes[0] ?? '')).toEqual({ refused: 'over' })
  expect(await findPendingSignIn(theirs)).toMatchObject({ userId: other.userId })
})

test('AUTH-204 a recovery code that is used in one browser leaves the second step of another as it is', async () => {
  const person = await anInvestor()
  const { codes } = await withSecondFactor(person)
  const [first, other] = [await halfway(person.email), await halfway(person.email)]
  expect(await step(first, codes[0] ?? '')).toMatchObject({ role: 'investor' })
  expect(await step(other, codes[1] ?? '')).toMatchObject({ role: 'investor' })
})

test('someone who was deactivated between the steps does not come in', async () => {
  const person = await anInvestor()
  const { secret } = await withSecondFactor(person)
  const cookies = await halfway(person.email)
  await change(`update auth."user" set status = 'inactive' where id = $1`, [person.userId])
  expect(await step(cookies, totp(secret))).toEqual({ refused: 'over' })
})

test('a remembered device is asked for no code for 30 days, and another person on it is', async () => {
  const person = await anInvestor()
  const { secret } = await withSecondFactor(person)
  const result = await step(await halfway(person.email), totp(secret), true)
  if (!('role' in result)) throw new Error('the code was refused')
  const cookies = cookiesIn(result.headers)
  expect(result.headers.getSetCookie().find((cookie) => cookie.includes('trust_device'))).toMatch(
    /Max-Age=2592000/,
  )
  const known = await attempt(person.email, password, cookies)
  expect(known).toMatchObject({ role: 'investor' })
  const { rows } = await change<{ after: unknown }>(
    `select after from app.audit_log where act = 'sign-in' and subject_id = $1 order by id desc limit 1`,
    [person.userId],
  )
  expect(rows[0]?.after).toEqual({ proof: 'password, remembered device' })
  const other = await anInvestor()
  await withSecondFactor(other)
  expect(await attempt(other.email, password, cookies)).toHaveProperty('secondFactor')
  const renewed = 'headers' in known ? cookiesIn(known.headers) : ''
  await change(
    `update auth.verification set "expiresAt" = now() - interval '1 second' where value = $1`,
    [person.userId],
  )
  expect(await attempt(person.email, password, renewed)).toHaveProperty('secondFactor')
})

test('a code counts for a request that still came with the token of before, and takes no attempt', async () => {
  const person = await anInvestor()
  const { codes, secret } = await withSecondFactor(person)
  const self = await selfAfterFactor(person, codes[0])
  await renewSession(self.sessionId)
  expect(await confirmIdentity(self, { code: totp(secret) })).toEqual({ confirmed: true })
  expect(await confirmIdentity(self, { code: codes[1] ?? '' })).toEqual({ confirmed: true })
  await endOtherSessions({ ...self, sessionId: randomUUID() })
  expect(await confirmIdentity(self, { code: codes[2] ?? '' })).toEqual({ refused: 'wrong' })
})
