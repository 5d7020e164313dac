import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import {
  anAuthenticator,
  assert,
  signInBy,
  withPasskey,
  withSeed,
} from '../../../../tests/passkeys.ts'
import { anAdmin, anInvestor, as, asPerson } from '../../../../tests/people.ts'
import { attempt, halfway, selfOf, withSecondFactor } from '../../../../tests/second-factor.ts'
import { anAddress, cookiesIn } from '../../../../tests/visits.ts'
import { clock, setClock } from '../../../platform/clock.server.ts'
import { resetSecondFactorOf } from '../second-factor/second-factor-set-up.server.ts'
import { requestPasskey } from './passkey-challenge.server.ts'
import { signInWithPasskey } from './passkey-sign-in.server.ts'
import { passkeySiteOf } from './passkey-site.server.ts'
import { findOwnPasskey, listPasskeys, removePasskey, renamePasskey } from './passkeys.server.ts'

const mailsTo = async (userId: string) =>
  (
    await change<{ template: string }>(
      'select template from app.outbox where user_id = $1 order by created_at, id',
      [userId],
    )
  ).rows.map(({ template }) => template)

const refusalsOf = async (userId: string) =>
  (
    await change<{ why: string }>(
      `select after ->> 'why' as why from app.audit_log where act = 'sign-in-refused' and subject_id = $1 order by id`,
      [userId],
    )
  ).rows.map(({ why }) => why)

test('STAFF-200 a passkey of a device signs in by itself, for investors and administrators, even with a code set up', async () => {
  for (const person of [await anInvestor(), await anAdmin()]) {
    const { device } = await withPasskey(person)
    await withSecondFactor(person)
    expect(await signInBy(device)).toMatchObject({ name: person.name })
    const { rows } = await change(
      `select after ->> 'proof' as proof from app.audit_log where act = 'sign-in' and actor_id = $1 order by id desc limit 1`,
      [person.userId],
    )
    expect(rows).toEqual([{ proof: 'passkey' }])
    expect((await listPasskeys(person.userId))[0]?.usedAt).toBeInstanceOf(Date)
    expect(await attempt(person.email)).toMatchObject({ secondFactor: 'asked' })
  }
})

test('STAFF-204 a forged, foreign or replayed answer signs no one in', async () => {
  const [person, stranger] = [await anInvestor(), await anInvestor('Hodan Ali')]
  const { device } = await withPasskey(person)
  const { device: foreign } = await withPasskey(stranger)
  const wrong = { refused: 'wrong' }
  expect(await signInBy(device, { by: foreign.privateKey })).toEqual(wrong)
  expect(await signInBy(device, { origin: 'http://localhost:3001' })).toEqual(wrong)
  expect(await signInBy(device, { origin: 'https://msingi.evil.example' })).toEqual(wrong)
  expect(await signInBy(device, { rpId: 'evil.example' })).toEqual(wrong)
  expect(await signInBy(device, { flags: 1 })).toEqual(wrong)
  expect(await signInBy(device, { userHandle: foreign.userHandle })).toEqual(wrong)
  expect(await signInBy(anAuthenticator(device.userHandle))).toEqual(wrong)
  expect(await refusalsOf(person.userId)).toEqual(Array(6).fill('wrong-passkey'))
})

test('STAFF-204 an answer is refused without its request, twice, or after five minutes', async () => {
  const { device } = await withPasskey(await anInvestor())
  const wrong = { refused: 'wrong' }
  const { seed, challenge } = requestPasskey('sign-in')
  const send = (cookies: string | null, passkey = assert(device, challenge)) =>
    signInWithPasskey(
      { clientAddress: anAddress(), cookies },
      { passkey, step: 'first', userAgent: null },
    )
  const expired = { refused: 'expired' }
  expect(await send(null)).toEqual(expired)
  expect(await send(withSeed('nonsense'))).toEqual(expired)
  const later = seed.replace(/\d{10}$/, (expiry) => String(Number(expiry) + 1))
  expect(await send(withSeed(later))).toEqual(wrong)
  expect(await send(withSeed(requestPasskey('sign-in').seed))).toEqual(wrong)
  const taken = assert(device, challenge)
  expect(await send(withSeed(seed), taken)).toMatchObject({ role: 'investor' })
  expect(await send(withSeed(seed), taken)).toEqual(expired)
  const old = requestPasskey('sign-in')
  const now = clock.now()
  setClock(() => new Date(now.getTime() + 301_000))
  expect(await send(withSeed(old.seed), assert(device, old.challenge))).toEqual(expired)
})

test('STAFF-205 of two answers to one request one signs in', async () => {
  const person = await anInvestor()
  const { device } = await withPasskey(person)
  const { seed, challenge } = requestPasskey('sign-in')
  const answers = [assert(device, challenge), assert(device, challenge)]
  const results = await Promise.all(
    answers.map((passkey) =>
      signInWithPasskey(
        { clientAddress: anAddress(), cookies: withSeed(seed) },
        { passkey, step: 'first', userAgent: null },
      ),
    ),
  )
  expect(results.filter((result) => 'role' in result)).toHaveLength(1)
})

test('STAFF-206 a counter that does not grow is refused as a copy; a device that counts nothing is not', async () => {
  const person = await anInvestor()
  const { device } = await withPasskey(person)
  expect(await signInBy(device, { counter: 50 })).toMatchObject({ role: 'investor' })
  expect(await signInBy(device, { counter: 50 })).toEqual({ refused: 'copied' })
  expect(await signInBy(device, { counter: 49 })).toEqual({ refused: 'copied' })
  expect(await signInBy(device, { counter: 0 })).toEqual({ refused: 'copied' })
  expect(await signInBy(device, { counter: 51 })).toMatchObject({ role: 'investor' })
  expect(await refusalsOf(person.userId)).toEqual(Array(3).fill('copied-passkey'))
  await change('update auth.passkey set counter = 0 where user_id = $1', [person.userId])
  for (let time = 0; time < 2; time += 1)
    expect(await signInBy(device, { counter: 0 })).toMatchObject({ role: 'investor' })
})

test('STAFF-207 a passkey of an account that is closed, pending or unconfirmed signs no one in', async () => {
  const person = await anInvestor()
  const { device } = await withPasskey(person)
  const set = (assignment: string) =>
    change(`update auth."user" set ${assignment} where id = $1`, [person.userId])
  await set(`status = 'inactive'`)
  expect(await signInBy(device)).toEqual({ refused: 'inactive' })
  await set(`status = 'pending'`)
  expect(await signInBy(device)).toEqual({ refused: 'inactive' })
  await set(`status = 'active', "emailVerified" = false`)
  expect(await signInBy(device)).toEqual({ refused: 'unconfirmed' })
  expect(await refusalsOf(person.userId)).toEqual(['inactive', 'inactive', 'unconfirmed'])
})

test('STAFF-208 wrong passkeys count like wrong passwords', async () => {
  const person = await anInvestor()
  const { device } = await withPasskey(person)
  for (let time = 0; time < 10; time += 1)
    expect(await signInBy(device, { flags: 1 })).toEqual({ refused: 'wrong' })
  expect(await signInBy(device)).toMatchObject({ refused: 'too-many' })
  expect(await attempt(person.email)).toMatchObject({ refused: 'too-many' })
})

test('STAFF-209 after the password a passkey of the same account is the second factor, and no one else’s', async () => {
  const [person, stranger] = [await anInvestor(), await anInvestor('Hodan Ali')]
  const { device } = await withPasskey(person)
  const { device: foreign } = await withPasskey(stranger)
  await withSecondFactor(person)
  const cookies = await halfway(person.email)
  expect(await signInBy(foreign, {}, cookies)).toEqual({ refused: 'other-account' })
  const signedIn = await signInBy(device, {}, cookies)
  expect(signedIn).toMatchObject({ role: 'investor', name: person.name })
  if ('headers' in signedIn) expect(cookiesIn(signedIn.headers)).toContain('msingi.two_factor=')
  expect(await signInBy(device, {}, cookies)).toEqual({ refused: 'over' })
  expect(await signInBy(device, {}, '')).toEqual({ refused: 'over' })
})

test('STAFF-210 where a second factor is required and a passkey is the only one, the password alone opens no session', async () => {
  const person = await anAdmin()
  const { device } = await withPasskey(person)
  expect(await attempt(person.email)).toMatchObject({ role: 'admin' })
  await change("update app.installation set second_factor_roles = '{owner}'")
  const sessions = () => change('select id from auth.session where "userId" = $1', [person.userId])
  const before = (await sessions()).rows.length
  const cookies = await halfway(person.email)
  expect((await sessions()).rows).toHaveLength(before)
  expect(await signInBy(device, {}, cookies)).toMatchObject({ role: 'admin' })
  expect((await selfOf(await anAdmin())).hold).toBe('second-factor')
  const later = await halfway(person.email)
  await change('delete from auth.passkey where user_id = $1', [person.userId])
  expect(await signInBy(device, {}, later)).toEqual({ refused: 'over' })
  await change("update app.installation set second_factor_roles = '{}'")
})

test('STAFF-211 a passkey is renamed and removed by its owner alone, who is emailed', async () => {
  const [person, stranger] = [await anInvestor(), await anInvestor('Hodan Ali')]
  const { device, self } = await withPasskey(person)
  const other = await selfOf(stranger)
  const [passkey] = await listPasskeys(person.userId)
  const id = passkey?.id ?? ''
  expect(await findOwnPasskey(stranger.userId, id)).toBeNull()
  expect(await renamePasskey(other, id, 'Mine now')).toBe(false)
  expect(await removePasskey(other, id)).toBe(false)
  expect(await renamePasskey(self, id, 'Old phone')).toBe(true)
  expect(await findOwnPasskey(person.userId, id)).toMatchObject({ name: 'Old phone' })
  expect(await removePasskey(self, id)).toBe(true)
  expect(await removePasskey(self, id)).toBe(false)
  expect(await signInBy(device)).toEqual({ refused: 'wrong' })
  expect(await mailsTo(person.userId)).toEqual(['passkey-added', 'passkey-removed'])
  const { rows } = await change<{ act: string }>(
    `select act from app.audit_log where subject = 'passkey' and subject_id = $1 order by id`,
    [id],
  )
  expect(rows.map(({ act }) => act)).toEqual(['insert', 'update', 'delete'])
})

test('STAFF-212 a reset second factor removes the passkeys too; a new password does not', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  const { device } = await withPasskey(person)
  await as(admin, ({ tx }) => sql`select auth.set_password(${person.userId}, 'x')`.execute(tx))
  expect(await signInBy(device)).toMatchObject({ role: 'investor' })
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, { email: person.email }))).toEqual({
    reset: true,
  })
  expect(await listPasskeys(person.userId)).toEqual([])
  expect(await signInBy(device)).toEqual({ refused: 'wrong' })
  expect(await as(admin, (actor) => resetSecondFactorOf(actor, { email: person.email }))).toEqual({
    refused: 'none',
  })
  expect(await mailsTo(person.userId)).toContain('second-factor-reset')
})

test('STAFF-213 no role of a page reads or writes passkeys', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  const statements = [
    sql`select public_key from auth.passkey`,
    sql`delete from auth.passkey`,
    sql`insert into auth.passkey (user_id, name, credential_id, public_key, counter)
      values (${person.userId}, 'x', 'x', 'x', 0)`,
  ]
  for (const statement of statements) {
    const denied = { code: '42501' }
    await expect(as(admin, ({ tx }) => statement.execute(tx))).rejects.toMatchObject(denied)
    await expect(asPerson(person, ({ tx }) => statement.execute(tx))).rejects.toMatchObject(denied)
  }
})

test('STAFF-214 passkeys belong to the site’s name, and to localhost for an address of this machine', () => {
  expect(passkeySiteOf('https://invest.example.com')).toEqual({
    rpId: 'invest.example.com',
    origin: 'https://invest.example.com',
  })
  const local = { rpId: 'localhost', origin: 'http://localhost:3000' }
  for (const host of ['127.0.0.1', 'localhost', '[::1]'])
    expect(passkeySiteOf(`http://${host}:3000`)).toEqual(local)
  for (const address of ['http://invest.example.com', 'https://10.0.0.7', 'https://[fd00::1]'])
    expect(passkeySiteOf(address)).toBeNull()
})
