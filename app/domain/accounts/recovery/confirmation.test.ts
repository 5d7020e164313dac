import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aLink, expired } from '../../../../tests/links.ts'
import { anInvestor, password } from '../../../../tests/people.ts'
import { setClock } from '../../../platform/clock.server.ts'
import { type GuestActor, transact } from '../../../platform/database/database.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import {
  confirmAddress,
  findConfirmation,
  proveForResend,
  resendConfirmation,
} from './confirmation.server.ts'

const guestCommand = <Result>(work: (guest: GuestActor) => Promise<Result>) =>
  transact({ role: 'guest' }, work)
const open = (token: string) => guestCommand((guest) => findConfirmation(guest, token))
const confirm = (token: string) => guestCommand((guest) => confirmAddress(guest, token))
const resend = (proof: string) => guestCommand((guest) => resendConfirmation(guest, proof))
const trySignIn = (email: string) =>
  signIn({ email, password, clientAddress: undefined, cookies: null, userAgent: null })

async function unconfirmed(status = 'active') {
  const person = await anInvestor('Hodan Ali', status)
  await change(
    `update auth."user" set "emailVerified" = false, email_changed_at = now() where id = $1`,
    [person.userId],
  )
  return person
}

test('opening the link confirms nothing; sending the form does, once, and lets someone sign in', async () => {
  const person = await unconfirmed()
  const token = await aLink(person, 'confirmation')
  await open(token)
  expect(await open(token)).toEqual({ state: 'open', email: person.email })
  expect(await trySignIn(person.email)).toEqual({ refused: 'unconfirmed' })
  const ended = await Promise.all([confirm(token), confirm(token), confirm(token)])
  expect(ended.filter(Boolean)).toHaveLength(1)
  expect(await open(token)).toEqual({ state: 'used' })
  expect(await trySignIn(person.email)).toMatchObject({ role: 'investor' })
})

test.each([
  ['expired', expired],
  ['used', 'used_at = now()'],
  ['ended', 'ended_at = now()'],
  ['ended', "email = 'former@example.com'"],
  ['unknown', "purpose = 'recovery'"],
])('a link that is %s confirms nothing and names no one', async (state, made) => {
  const person = await unconfirmed()
  const token = await aLink(person, 'confirmation', made)
  expect(await open(token)).toEqual({ state })
  expect(await confirm(token)).toBe(false)
  expect(await trySignIn(person.email)).toEqual({ refused: 'unconfirmed' })
})

test('confirming opens no account that is pending or closed', async () => {
  for (const status of ['pending', 'inactive']) {
    const person = await unconfirmed(status)
    await confirm(await aLink(person, 'confirmation'))
    expect(await trySignIn(person.email)).toEqual({ refused: 'inactive' })
  }
})

test('an unconfirmed address signs in when an administrator set the password after it last changed, and only then', async () => {
  const person = await unconfirmed()
  const set = (when: string) =>
    change(`update auth."user" set password_set_at = email_changed_at ${when} where id = $1`, [
      person.userId,
    ])
  await set("- interval '1 minute'")
  expect(await trySignIn(person.email)).toEqual({ refused: 'unconfirmed' })
  await set("+ interval '1 minute'")
  expect(await trySignIn(person.email)).toMatchObject({ role: 'investor' })
})

test('AUTH-014 MAIL-004 who has the proof of a correct password gets the mail again, no one else, and not for ever', async () => {
  const { email, userId } = await unconfirmed()
  const proof = proveForResend(email)
  const [until, , hash] = proof.split('.')
  const foreign = Buffer.from('somebody.else@example.com').toString('base64url')
  for (const forged of [
    '',
    email,
    `${until}.${foreign}.${hash}`,
    proof.slice(0, -2),
    `9${proof}`,
  ]) {
    expect(await resend(forged)).toBe(false)
  }
  expect(await resend(proof)).toBe(true)
  const { rows } = await change('select purpose from auth.mail_request where user_id = $1', [
    userId,
  ])
  expect(rows).toEqual([{ purpose: 'confirmation' }])
  const later = new Date(Number(until) + 1)
  setClock(() => later)
  expect(await resend(proof)).toBe(false)
})
