import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAuthenticator, attest, withPasskey, withSeed } from '../../../../tests/passkeys.ts'
import { anInvestor, password } from '../../../../tests/people.ts'
import { selfOf } from '../../../../tests/second-factor.ts'
import { clock, setClock } from '../../../platform/clock.server.ts'
import { confirmIdentity } from '../sign-in/confirm-identity.server.ts'
import { addPasskey, requestNewPasskey } from './add-passkey.server.ts'
import { mostPasskeys } from './passkey.ts'
import { listPasskeys } from './passkeys.server.ts'

test('STAFF-201 only a recently confirmed session adds a passkey, and its owner is emailed', async () => {
  const person = await anInvestor()
  const self = await selfOf(person)
  expect(await requestNewPasskey(self, 'Msingi')).toBeNull()
  await confirmIdentity(self, { password })
  const creation = await requestNewPasskey(self, 'Msingi')
  expect(creation?.options).toMatchObject({
    rp: { id: 'localhost', name: 'Msingi' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { seed = '', options } = creation ?? {}
  const visitor = { ...self, cookies: withSeed(seed) }
  const device = anAuthenticator(options?.user.id ?? '')
  const passkey = attest(device, options?.challenge ?? '')
  await change('update auth.session set confirmed_at = null where id = $1', [self.sessionId])
  expect(await addPasskey(visitor, { name: 'Phone', passkey })).toEqual({ refused: 'not-begun' })
  await confirmIdentity(self, { password })
  expect(await addPasskey(visitor, { name: 'Phone', passkey })).toEqual({ added: true })
  const mails = await change('select template from app.outbox where user_id = $1', [person.userId])
  expect(mails.rows).toEqual([{ template: 'passkey-added' }])
  const again = await requestNewPasskey(self, 'Msingi')
  expect(again?.options.excludeCredentials).toMatchObject([{ id: device.id }])
  const { rows } = await change(
    `select act, after from app.audit_log where subject = 'passkey' and actor_id = $1`,
    [person.userId],
  )
  expect(rows).toEqual([{ act: 'insert', after: { user_id: person.userId, name: 'Phone' } }])
})

test('STAFF-202 a registration is refused with the challenge of another session, twice, without user verification, or from another site', async () => {
  const person = await anInvestor()
  const [self, other] = [await selfOf(person), await selfOf(person)]
  for (const session of [self, other]) await confirmIdentity(session, { password })
  const begin = async (wrong = {}) => {
    const creation = await requestNewPasskey(self, 'Msingi')
    if (!creation) throw new Error('no passkey may be added')
    const device = anAuthenticator(creation.options.user.id)
    const passkey = attest(device, creation.options.challenge, wrong)
    return { passkey, cookies: withSeed(creation.seed) }
  }
  const first = await begin()
  const add = (by: typeof self, { passkey, cookies }: typeof first) =>
    addPasskey({ ...by, cookies }, { name: 'Phone', passkey })
  expect(await add(other, first)).toEqual({ refused: 'wrong' })
  expect(await add(self, first)).toEqual({ added: true })
  expect(await add(self, first)).toEqual({ refused: 'not-begun' })
  const elsewhere = await begin({ origin: 'http://localhost.evil.example' })
  expect(await add(self, elsewhere)).toEqual({ refused: 'wrong' })
  expect(await add(self, await begin({ flags: 1 | 64 }))).toEqual({ refused: 'wrong' })
  const late = await begin()
  const again = { ...(await begin()), passkey: first.passkey }
  expect(await add(self, again)).toEqual({ refused: 'wrong' })
  const now = clock.now()
  setClock(() => new Date(now.getTime() + 301_000))
  expect(await add(self, late)).toEqual({ refused: 'not-begun' })
  expect(await listPasskeys(person.userId)).toHaveLength(1)
})

test('STAFF-203 a passkey that exists is not added to a second account, and an account has at most twenty', async () => {
  const [owner, thief] = [await anInvestor(), await anInvestor()]
  const { device } = await withPasskey(owner)
  const self = await selfOf(thief)
  await confirmIdentity(self, { password })
  const add = async (by: typeof device) => {
    const creation = await requestNewPasskey(self, 'Msingi')
    const passkey = attest(by, creation?.options.challenge ?? '')
    return addPasskey(
      { ...self, cookies: withSeed(creation?.seed ?? '') },
      { name: 'Phone', passkey },
    )
  }
  expect(await add(device)).toEqual({ refused: 'known' })
  for (let many = 0; many < mostPasskeys; many += 1)
    expect(await add(anAuthenticator('me'))).toEqual({ added: true })
  expect(await add(anAuthenticator('me'))).toEqual({ refused: 'too-many' })
})
