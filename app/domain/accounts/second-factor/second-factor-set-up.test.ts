import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as, password } from '../../../../tests/people.ts'
import {
  attempt,
  halfway,
  selfAfterFactor,
  selfOf,
  step,
  withSecondFactor,
} from '../../../../tests/second-factor.ts'
import { totp } from '../../../../tests/totp.ts'
import {
  confirmIdentity,
  confirmIdentityFully,
  renewSession,
} from '../sign-in/confirm-identity.server.ts'
import { findSecondFactor } from './second-factor.server.ts'
import {
  findSecretToScan,
  finishSecondFactor,
  renewRecoveryCodes,
  resetSecondFactorOf,
  startSecondFactor,
  turnOffSecondFactor,
} from './second-factor-set-up.server.ts'

test('a factor is none until a code of it was typed, and its secret is told only to who confirmed', async () => {
  const person = await anInvestor()
  const self = await selfOf(person)
  await confirmIdentity(self, { password })
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

test('new recovery codes end the earlier ones', async () => {
  const person = await anInvestor()
  const { codes } = await withSecondFactor(person)
  const fresh = await renewRecoveryCodes(await selfAfterFactor(person, codes[0]))
  expect(await step(await halfway(person.email), codes[1] ?? '')).toEqual({ refused: 'wrong' })
  expect(await step(await halfway(person.email), fresh[0] ?? '')).toMatchObject({
    role: 'investor',
  })
})

test('a set-up begins and ends for a request that still came with the token of before', async () => {
  const self = await selfOf(await anInvestor())
  await confirmIdentity(self, { password })
  await renewSession(self.sessionId)
  expect(await startSecondFactor(self, password)).toBe(true)
  const secret = (await findSecretToScan(self, 'Msingi'))?.text ?? ''
  expect(await finishSecondFactor(self, totp(secret))).toHaveProperty('codes')
})

test('turning it off takes password and code, and forgets remembered devices', async () => {
  const person = await anInvestor()
  const { codes } = await withSecondFactor(person)
  const self = await selfAfterFactor(person, codes[0])
  expect(await confirmIdentityFully(self, { password, code: 'abcde-23456' })).toEqual({
    refused: 'wrong-code',
  })
  expect(
    await confirmIdentityFully(self, { password: 'not-the-password', code: codes[1] ?? '' }),
  ).toEqual({
    refused: 'wrong',
  })
  expect(await confirmIdentityFully(self, { password, code: codes[1] ?? '' })).toEqual({
    confirmed: true,
  })
  await turnOffSecondFactor(self)
  expect(await findSecondFactor(person.userId)).toEqual({ on: false })
  expect(await attempt(person.email)).toMatchObject({ role: 'investor' })
})

test('what someone does about their second factor is audited under their name, and never with a secret', async () => {
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
    for (const secretText of [secret, ...codes]) expect(row).not.toContain(secretText)
  }
})

test('an administrator resets the second factor of someone else only, and their sessions end', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  const { codes } = await withSecondFactor(person)
  await selfAfterFactor(person, codes[0])
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, { email: person.email }))).toEqual({
    reset: true,
  })
  const sessions = await change('select id from auth.session where "userId" = $1', [person.userId])
  expect(sessions.rows).toEqual([])
  expect(await findSecondFactor(person.userId)).toEqual({ on: false })
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, { email: person.email }))).toEqual({
    refused: 'none',
  })
  await withSecondFactor(admin)
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, { email: admin.email }))).toEqual({
    refused: 'own',
  })
})
