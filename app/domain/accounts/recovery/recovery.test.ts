import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aLink, expired } from '../../../../tests/links.ts'
import { anInvestor, type Person, password as present } from '../../../../tests/people.ts'
import { cookiesOf } from '../../../../tests/visits.ts'
import { type GuestActor, transact } from '../../../platform/database/database.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { completeRecovery, findRecovery, requestFreshLink } from './recovery.server.ts'

const password = 'seven warm baobabs'
const guestCommand = <Result>(work: (guest: GuestActor) => Promise<Result>) =>
  transact({ role: 'guest' }, work)
const open = (token: string) => guestCommand((guest) => findRecovery(guest, token))
const complete = (token: string, typed = password) => completeRecovery(guestCommand, token, typed)
const askFresh = (token: string) => guestCommand((guest) => requestFreshLink(guest, token))
const trySignIn = ({ email }: Person, typed = password) =>
  signIn({ email, password: typed, clientAddress: undefined, cookies: null, userAgent: null })

async function account({ userId }: Person) {
  const { rows } = await change(
    `select u.status, u."emailVerified" as confirmed, u.must_change_password as replace, u."twoFactorEnabled" as factor,
      (select count(*)::int from auth.session where "userId" = u.id) as sessions,
      (select count(*)::int from auth.link where user_id = u.id and used_at is null and ended_at is null) as links
     from auth."user" u where id = $1`,
    [userId],
  )
  return rows[0]
}

const requestsOf = async ({ userId }: Person) =>
  (await change<{ id: string }>('select id from auth.mail_request where user_id = $1', [userId]))
    .rows.length

test('AUTH-047 AUTH-048 an open link tells whom it is for; looking at it, also by a mail scanner, uses nothing up', async () => {
  const person = await anInvestor('Hodan Ali')
  const token = await aLink(person, 'recovery')
  await open(token)
  await open(token)
  expect(await open(token)).toEqual({ state: 'open', name: 'Hodan Ali', email: person.email })
  expect(await complete(token)).toEqual({ completed: true })
})

test.each([
  ['used', 'used_at = now()'],
  ['replaced', 'ended_at = now()'],
  ['of a former address', "email = 'former@example.com'"],
  ['expired and used', `${expired}, used_at = now()`],
  ['expired and replaced', `${expired}, ended_at = now()`],
  ['expired and of a former address', `${expired}, email = 'former@example.com'`],
  ['of another purpose', "purpose = 'confirmation'"],
  ['an invitation', "purpose = 'invitation'"],
])('a link that is %s sets no password, is replaced by none, and names no one', async (_, made) => {
  const person = await anInvestor()
  const token = await aLink(person, 'recovery', made)
  expect(await open(token)).toEqual({ state: 'closed' })
  expect(await complete(token)).toEqual({ refused: 'link', state: 'closed' })
  expect(await askFresh(token)).toBe('closed')
  expect(await requestsOf(person)).toBe(0)
  expect(await trySignIn(person, present)).toHaveProperty('role')
})

test('a link that no one was sent, or someone’s session, sets no password', async () => {
  const person = await anInvestor()
  await cookiesOf(person)
  const { rows } = await change<{ token: string }>(
    'select token from auth.session where "userId" = $1',
    [person.userId],
  )
  for (const token of ['invented', rows[0]?.token ?? '', 'x'.repeat(100_000), '\u0000']) {
    expect(await complete(token)).toEqual({ refused: 'link', state: 'closed' })
  }
})

test('a new password ends sessions and links, confirms the address and must not be replaced', async () => {
  const person = await anInvestor('Hodan Ali')
  await cookiesOf(person)
  await aLink(person, 'invitation')
  await aLink(person, 'confirmation')
  await change(
    `update auth."user" set "emailVerified" = false, must_change_password = true where id = $1`,
    [person.userId],
  )
  expect(await complete(await aLink(person, 'recovery'))).toEqual({ completed: true })
  expect(await account(person)).toMatchObject({
    confirmed: true,
    replace: false,
    sessions: 0,
    links: 0,
  })
  expect(await trySignIn(person, present)).toEqual({ refused: 'wrong' })
  expect(await trySignIn(person)).toMatchObject({ role: 'investor' })
})

test('the second factor stays, and is asked for again on devices that were trusted', async () => {
  const person = await anInvestor()
  await change(`update auth."user" set "twoFactorEnabled" = true where id = $1`, [person.userId])
  await change(
    `insert into auth."twoFactor" ("userId", secret, "backupCodes", verified) values ($1, 's', '[]', true)`,
    [person.userId],
  )
  await change(
    `insert into auth.verification (identifier, value, "expiresAt") values ($1, $2, now() + interval '30 days')`,
    [`trust-device-${person.userId}`, person.userId],
  )
  await complete(await aLink(person, 'recovery'))
  expect(await account(person)).toMatchObject({ factor: true, sessions: 0 })
  const { rows } = await change(
    `select (select count(*)::int from auth."twoFactor" where "userId" = $1) as factors,
      (select count(*)::int from auth.verification where value = $1::text) as trusted`,
    [person.userId],
  )
  expect(rows).toEqual([{ factors: 1, trusted: 0 }])
  expect(await trySignIn(person)).toMatchObject({ secondFactor: 'asked' })
})

test('a pending account becomes active; an inactive one stays closed, and its link with it', async () => {
  const pending = await anInvestor('Hodan Ali', 'pending')
  await complete(await aLink(pending, 'recovery'))
  expect(await account(pending)).toMatchObject({ status: 'active', confirmed: true })
  const closed = await anInvestor('Omar Nur', 'inactive')
  expect(await complete(await aLink(closed, 'recovery'))).toEqual({
    refused: 'link',
    state: 'closed',
  })
  expect(await askFresh(await aLink(closed, 'recovery', expired))).toBe('closed')
  expect(await account(closed)).toMatchObject({ status: 'inactive' })
})

test('of five concurrent uses one wins', async () => {
  const person = await anInvestor('Hodan Ali')
  const token = await aLink(person, 'recovery')
  const tried = ['one', 'two', 'three', 'four', 'five'].map((word) => `${word} warm baobabs stood`)
  const ended = await Promise.all(tried.map((typed) => complete(token, typed)))
  const won = tried.filter((_, place) => 'completed' in (ended[place] ?? {}))
  expect(won).toHaveLength(1)
  expect(await trySignIn(person, won[0])).toHaveProperty('role')
})

test.each([
  ['12345678', 'weak'],
  ['hodan-quarry-47', 'personal'],
  ['seven67', 'short'],
])('%j is refused as %s, and the link stays open', async (typed, fault) => {
  const person = await anInvestor('Hodan Ali')
  const token = await aLink(person, 'recovery')
  expect(await complete(token, typed)).toEqual({ refused: 'password', fault })
  expect(await open(token)).toMatchObject({ state: 'open' })
})

test('the password is judged and hashed between two transactions, in none', async () => {
  const token = await aLink(await anInvestor(), 'recovery')
  let opened = 0
  const counting: typeof guestCommand = async (work) => {
    opened += 1
    if (opened === 2) await change('update auth.link set ended_at = now() where ended_at is null')
    return guestCommand(work)
  }
  expect(await completeRecovery(counting, token, password)).toEqual({
    refused: 'link',
    state: 'closed',
  })
  expect(opened).toBe(2)
})

test('AUTH-055 (W-13) an expired link sets no password and asks for a fresh one, to the present address only', async () => {
  const person = await anInvestor()
  const token = await aLink(person, 'recovery', expired)
  expect(await open(token)).toEqual({ state: 'expired' })
  expect(await complete(token)).toEqual({ refused: 'link', state: 'expired' })
  expect(await requestsOf(person)).toBe(0)
  expect(await askFresh(token)).toBe('expired')
  expect(await requestsOf(person)).toBe(1)
})

test('an expired link asks for no more than three fresh ones an hour, and the answer stays the same', async () => {
  const person = await anInvestor()
  const token = await aLink(person, 'recovery', expired)
  for (let time = 0; time < 5; time += 1) expect(await askFresh(token)).toBe('expired')
  expect(await requestsOf(person)).toBe(3)
})

test.each([
  [
    'password',
    'update auth.account set password = password, "updatedAt" = now() where "userId" = $1',
  ],
  ['email and back', 'update auth."user" set email_changed_at = now() where id = $1'],
])('an expired link is replaced by none after a change of %s', async (_, statement) => {
  const person = await anInvestor()
  const token = await aLink(person, 'recovery', expired)
  await change(statement, [person.userId])
  expect(await askFresh(token)).toBe('closed')
  expect(await requestsOf(person)).toBe(0)
})

test('what a link did is in the audit log under the account it belongs to, and no secret is', async () => {
  const person = await anInvestor('Hodan Ali', 'pending')
  await complete(await aLink(person, 'recovery'))
  const { rows } = await change(
    `select subject, after from app.audit_log where actor = 'link' and actor_id = $1 order by subject`,
    [person.userId],
  )
  expect(rows).toEqual([
    { subject: 'account', after: { password: 'changed' } },
    { subject: 'user', after: { status: 'active' } },
  ])
})
