import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as, password } from '../../../tests/people.ts'
import { selfOf, withSecondFactor } from '../../../tests/second-factor.ts'
import { totp } from '../../../tests/totp.ts'
import { anAddress, cookiesIn } from '../../../tests/visits.ts'
import { confirmSelf, confirmWholly, renewSession } from './confirm-self.server.ts'
import { findSecondFactor } from './second-factor.server.ts'
import {
  findSecretToScan,
  finishSecondFactor,
  renewRecoveryCodes,
  resetSecondFactorOf,
  startSecondFactor,
  turnOffSecondFactor,
} from './second-factor-set-up.server.ts'
import { findPendingSignIn, signInWithCode } from './second-factor-sign-in.server.ts'
import { endOtherSessions } from './sessions.server.ts'
import { signIn } from './sign-in.server.ts'

const attempt = (email: string, typed = password, cookies: string | null = null) =>
  signIn({ email, password: typed, clientAddress: anAddress(), cookies, userAgent: 'Firefox' })

/** The cookies of a browser whose password was right and whose second factor is asked for now. */
async function halfway(email: string): Promise<string> {
  const result = await attempt(email)
  if (!('secondFactor' in result)) throw new Error('no second factor was asked for')
  return cookiesIn(result.headers)
}

const step = (cookies: string, code: string, rememberDevice = false) =>
  signInWithCode(
    { clientAddress: anAddress(), cookies },
    { code, rememberDevice, userAgent: 'Firefox' },
  )

test('a factor is none until a code of it was typed, and its secret is told only to who confirmed', async () => {
  const person = await anInvestor()
  const self = await selfOf(person)
  await confirmSelf(self, { password })
  expect(await startSecondFactor(self, password)).toBe(true)
  expect(await findSecondFactor(person.userId)).toEqual({ on: false })
  expect(await attempt(person.email)).toMatchObject({ role: 'investor' })
  const secret = await findSecretToScan(self, 'Msingi Group')
  expect(secret?.uri).toBe(
    `otpauth://totp/Msingi%20Group:${encodeURIComponent(person.email)}?secret=${secret?.text}&issuer=Msingi%20Group&digits=6&period=30`,
  )
  expect(await finishSecondFactor(self, '000000')).toEqual({ refused: 'wrong' })
  await change('update auth.session set confirmed_at = null where id = $1', [self.sessionId])
  expect(await findSecretToScan(self, 'Msingi')).toBeNull()
  expect(await finishSecondFactor(self, totp(secret?.text ?? ''))).toEqual({ refused: 'not-begun' })
})

test('with a second factor the password alone opens no session', async () => {
  const person = await anInvestor()
  const { secret } = await withSecondFactor(person)
  const before = await change('select id from auth.session where "userId" = $1', [person.userId])
  const cookies = await halfway(person.email)
  const after = await change('select id from auth.session where "userId" = $1', [person.userId])
  expect(after.rows).toHaveLength(before.rows.length)
  expect(await step(cookies, totp(secret))).toMatchObject({ role: 'investor', name: person.name })
})

test('a code of the app is taken once, whoever sends it first', async () => {
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

test('new recovery codes end the earlier ones', async () => {
  const person = await anInvestor()
  const { codes } = await withSecondFactor(person)
  const fresh = await renewRecoveryCodes(await selfAfterFactor(person, codes[0]))
  expect(await step(await halfway(person.email), codes[1] ?? '')).toEqual({ refused: 'wrong' })
  expect(await step(await halfway(person.email), fresh[0] ?? '')).toMatchObject({
    role: 'investor',
  })
})

/** Somebody who signed in with a recovery code, as their pages know them. */
async function selfAfterFactor(person: { email: string; userId: string; name: string }, code = '') {
  const result = await step(await halfway(person.email), code)
  if (!('role' in result)) throw new Error('the code was refused')
  const { rows } = await change(
    'select id from auth.session where "userId" = $1 order by "createdAt" desc limit 1',
    [person.userId],
  )
  const { email, userId, name } = person
  return {
    sessionId: rows[0]?.id ?? '',
    userId,
    name,
    email,
    role: result.role,
    investorId: null,
    hold: null,
    clientAddress: anAddress(),
    cookies: cookiesIn(result.headers),
  }
}

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

test('a session beside, and a forged or foreign cookie, stand for no second factor', async () => {
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
  const [one, other] = [await halfway(person.email), await halfway(person.email)]
  expect(await step(one, codes[0] ?? '')).toMatchObject({ role: 'investor' })
  expect(await step(other, codes[1] ?? '')).toMatchObject({ role: 'investor' })
})

test('somebody who was deactivated between the steps does not come in', async () => {
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
  expect(await confirmSelf(self, { code: totp(secret) })).toEqual({ confirmed: true })
  expect(await confirmSelf(self, { code: codes[1] ?? '' })).toEqual({ confirmed: true })
  await endOtherSessions({ ...self, sessionId: randomUUID() })
  expect(await confirmSelf(self, { code: codes[2] ?? '' })).toEqual({ refused: 'wrong' })
})

test('a set-up begins and ends for a request that still came with the token of before', async () => {
  const self = await selfOf(await anInvestor())
  await confirmSelf(self, { password })
  await renewSession(self.sessionId)
  expect(await startSecondFactor(self, password)).toBe(true)
  const secret = (await findSecretToScan(self, 'Msingi'))?.text ?? ''
  expect(await finishSecondFactor(self, totp(secret))).toHaveProperty('codes')
})

test('turning it off takes password and code, and forgets remembered devices', async () => {
  const person = await anInvestor()
  const { codes } = await withSecondFactor(person)
  const self = await selfAfterFactor(person, codes[0])
  expect(await confirmWholly(self, { password, code: 'abcde-23456' })).toEqual({
    refused: 'wrong-code',
  })
  expect(await confirmWholly(self, { password: 'not-the-password', code: codes[1] ?? '' })).toEqual(
    {
      refused: 'wrong',
    },
  )
  expect(await confirmWholly(self, { password, code: codes[1] ?? '' })).toEqual({ confirmed: true })
  await turnOffSecondFactor(self)
  expect(await findSecondFactor(person.userId)).toEqual({ on: false })
  expect(await attempt(person.email)).toMatchObject({ role: 'investor' })
})

test('what somebody does about their second factor is audited under their name, and never with a secret', async () => {
  const person = await anInvestor()
  const { secret, codes } = await withSecondFactor(person)
  const { rows } = await asSuperuser((client) =>
    client.query<{ actor: string; actor_id: string; row: string }>(
      `select actor, actor_id, concat(before, after) as row from app.audit_log
       where subject = 'twoFactor' or (subject = 'user' and after ? 'twoFactorEnabled' and act = 'update')
       order by id desc limit 4`,
    ),
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { actor, actor_id, row } of rows) {
    expect({ actor, actor_id }).toEqual({ actor: 'investor', actor_id: person.userId })
    for (const told of [secret, ...codes]) expect(row).not.toContain(told)
  }
})

test('an administrator resets the second factor of somebody else only, and their sessions end', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  const { codes } = await withSecondFactor(person)
  await selfAfterFactor(person, codes[0])
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, person.email))).toEqual({
    reset: true,
  })
  const sessions = await change('select id from auth.session where "userId" = $1', [person.userId])
  expect(sessions.rows).toEqual([])
  expect(await findSecondFactor(person.userId)).toEqual({ on: false })
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, person.email))).toEqual({
    refused: 'none',
  })
  await withSecondFactor(admin)
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, admin.email))).toEqual({
    refused: 'none',
  })
})
