import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import {
  type Authenticator,
  assert,
  type Wrong,
  withPasskey,
  withSeed,
} from '../../../../tests/passkeys.ts'
import { anAdmin, anInvestor, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { selfOf, withSecondFactor } from '../../../../tests/second-factor.ts'
import { visitTo } from '../../../../tests/visits.ts'
import { requireUser } from '../../../platform/session/session.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { confirmIdentity, isConfirmed } from '../sign-in/confirm-identity.server.ts'
import { requestPasskey } from './passkey-challenge.server.ts'
import { requestOwnPasskey } from './passkeys.server.ts'

async function requested(self: RequestUser) {
  const request = await requestOwnPasskey(self)
  if (!request) throw new Error('there is no passkey')
  const { challenge, allowCredentials } = request.options as {
    challenge: string
    allowCredentials: { id: string }[]
  }
  return { challenge, seed: request.seed, ids: allowCredentials.map(({ id }) => id) }
}

/** Answers the request of one session in another, or in the same. */
async function confirm(
  device: Authenticator,
  self: RequestUser,
  { of = self, wrong = {} }: { of?: RequestUser; wrong?: Wrong } = {},
) {
  const { challenge, seed } = await requested(of)
  const passkey = assert(device, challenge, wrong)
  const visitor = { ...self, cookies: withSeed(seed, self.cookies ?? '') }
  return {
    again: () => confirmIdentity(visitor, { passkey }),
    result: await confirmIdentity(visitor, { passkey }),
  }
}

const wrongly = { refused: 'wrong' }
const forget = ({ userId }: { userId: string }) =>
  change('update auth.session set confirmed_at = null where "userId" = $1', [userId])
const whyRefused = async (userId: string) => {
  const { rows } = await change<{ why: string }>(
    `select after ->> 'why' as why from app.audit_log where act = 'confirm-refused' and actor_id = $1 order by id`,
    [userId],
  )
  return rows.map(({ why }) => why)
}

test('STAFF-253 a passkey of one’s own confirms one’s identity, once, in the session that was asked', async () => {
  const person = await anAdmin()
  const { device, self } = await withPasskey(person)
  await forget(person)
  expect((await requested(self)).ids).toEqual([device.id])
  const { result, again } = await confirm(device, self)
  expect(result).toEqual({ confirmed: true })
  expect(await isConfirmed(self.sessionId)).toBe(true)
  await forget(person)
  expect(await again()).toEqual(wrongly)
  const elsewhere = await selfOf(person)
  expect((await confirm(device, elsewhere, { of: self })).result).toEqual(wrongly)
  expect(await isConfirmed(elsewhere.sessionId)).toBe(false)
  expect(await whyRefused(person.userId)).toEqual(['passkey-expired', 'wrong-passkey'])
})

test('STAFF-254 a foreign, forged or copied passkey, or one asked for to sign in, confirms nothing', async () => {
  const [person, stranger] = [await anAdmin(), await anInvestor('Hodan Ali')]
  const { device, self } = await withPasskey(person)
  const { device: foreign } = await withPasskey(stranger)
  await forget(person)
  expect((await confirm(foreign, self)).result).toEqual(wrongly)
  for (const wrong of [{ by: foreign.privateKey }, { flags: 1 }, { origin: 'https://evil.test' }])
    expect((await confirm(device, self, { wrong })).result).toEqual(wrongly)
  expect((await confirm(device, self, { wrong: { counter: 1 } })).result).toEqual(wrongly)
  const { seed, challenge } = requestPasskey('sign-in')
  const passkey = assert(device, challenge)
  const visitor = { ...self, cookies: withSeed(seed, self.cookies ?? '') }
  expect(await confirmIdentity(visitor, { passkey })).toEqual(wrongly)
  expect(await isConfirmed(self.sessionId)).toBe(false)
  expect((await whyRefused(person.userId)).toSorted()).toEqual([
    'copied-passkey',
    ...Array(5).fill('wrong-passkey'),
  ])
  for (let turn = 0; turn < 4; turn += 1) await confirm(foreign, self)
  expect((await confirm(device, self)).result).toMatchObject({ refused: 'too-many' })
})

test('STAFF-255 a form of the office takes a passkey for the password, and for password and code together', async () => {
  const [person, lost] = [await anAdmin(), await anInvestor()]
  await withSecondFactor(lost)
  const { device } = await withPasskey(person)
  const { cookie } = await withSecondFactor(person)
  const { context } = visitTo<{ context: Parameters<typeof requireUser>[0] }>('/', { cookie })
  const self = await requireUser(context)
  const security = '/admin-dashboard/security'
  const send = async (path: string, fields: Record<string, string>) => {
    const { challenge, seed } = await requested(self)
    const passkey = JSON.stringify(assert(device, challenge))
    return ask(path, { cookie: withSeed(seed, cookie), form: { ...fields, passkey } })
  }
  await forget(person)
  const roles = { roles: 'auditor', before: '' }
  expect(await send(security, roles)).toMatchObject({ status: 303, location: security })
  expect(await isConfirmed(self.sessionId)).toBe(true)
  const reset = { email: lost.email }
  const dialog = `${security}/reset-second-factor`
  const without = await ask(dialog, { cookie, form: { ...reset, currentPassword: password } })
  expect(without.status).toBe(422)
  expect(await send(dialog, reset)).toMatchObject({ status: 303, location: security })
  await change(`update app.installation set second_factor_roles = '{}'`)
})

test('STAFF-256 who has no passkey is asked for none, and a broken one is refused next to its field', async () => {
  const person = await anAdmin()
  const self = await selfOf(person)
  expect(await requestOwnPasskey(self)).toBeNull()
  const path = '/admin-dashboard/security'
  for (const passkey of ['', 'null', '{"id":"x"}', 'x'.repeat(20_001)]) {
    const form = { roles: 'auditor', before: '', currentPassword: password, passkey }
    const answer = await ask(path, { cookie: self.cookies ?? '', form })
    expect(answer.status).toBe(422)
    expect(wordsOf(answer.html)).toContain('Confirm your identity')
  }
  expect(await isConfirmed(self.sessionId)).toBe(false)
})
