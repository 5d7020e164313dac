import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { signIn } from '../../domain/accounts/sign-in/sign-in.server.ts'
import { action } from './route.tsx'

const fresh = 'seven warm baobabs'
const path = '/login/new-password'
const form = (currentPassword: string, next: string, again = next) => ({
  currentPassword,
  password: next,
  confirmPassword: again,
})

async function refusalOf(cookie: string, sent: Record<string, string>) {
  const answer = await action(visitTo(path, { cookie, form: sent }))
  if (answer instanceof Response) throw new Error('the password was changed')
  return answer.data.reply
}

const signInWith = (email: string, typed: string) =>
  signIn({ email, password: typed, clientAddress: '10.9.9.9', cookies: null, userAgent: null })

test('a person who was given a password by an administrator replaces it before any page, file or act', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  for (const { userId } of [admin, person]) {
    await change('update auth."user" set must_change_password = true where id = $1', [userId])
  }
  const investor = await cookiesOf(person)
  const office = await cookiesOf(admin)
  const led = (page: string) => ({
    status: 302,
    location: `${path}?next=${encodeURIComponent(page)}`,
  })
  const page = '/investment-dashboard/documents?q=deed'
  expect(await ask(page, { cookie: investor })).toMatchObject(led(page))
  expect(await ask('/admin-dashboard/investors', { cookie: office })).toMatchObject(
    led('/admin-dashboard/investors'),
  )
  expect(await ask('/investment-dashboard/live', { cookie: investor })).toMatchObject({
    status: 404,
  })
  expect(await ask('/admin-dashboard/choices', { cookie: office })).toMatchObject({ status: 404 })
  const posted = await ask('/admin-dashboard/investors/new', {
    cookie: office,
    form: { fullName: 'Asha' },
  })
  expect(posted).toMatchObject(led('/admin-dashboard/investors/new'))
  const { html } = await ask(path, { cookie: investor })
  expect(wordsOf(html)).toContain('Choose your own password')
  expect(await ask('/login/second-factor/set-up', { cookie: investor })).toMatchObject({
    location: path,
  })
  const changed = await ask(`${path}?next=${encodeURIComponent(page)}`, {
    cookie: investor,
    form: form(password, fresh),
  })
  expect(changed).toMatchObject({ status: 303, location: page })
  expect(await ask('/investment-dashboard', { cookie: investor })).toMatchObject({ status: 200 })
})

test('the present password is asked for, and refused as the new one', async () => {
  const person = await anInvestor('Jama Warsame')
  const cookie = await cookiesOf(person)
  expect(await refusalOf(cookie, form('not-the-password', fresh))).toEqual({
    errors: { currentPassword: 'This is not your current password.' },
    values: {},
  })
  expect((await refusalOf(cookie, form('', fresh))).errors).toEqual({
    currentPassword: 'Enter your current password',
  })
  const judged = async (next: string, again = next) =>
    (await refusalOf(cookie, form(password, next, again))).errors
  expect(await judged(password)).toEqual({
    password: 'Choose a different password from the current one.',
  })
  expect(await judged('seven77')).toEqual({ password: 'Password must be at least 8 characters' })
  expect(await judged(fresh, 'another')).toEqual({ confirmPassword: 'Passwords do not match' })
  expect(await judged('warsame-of-juba-9')).toEqual({
    password: 'Leave your name and your email address out of the password.',
  })
  expect(await judged('x'.repeat(90_000))).toEqual({
    password: 'Password can be at most 128 characters',
  })
})

test('changing one’s own password ends all other sessions and links, and keeps this one', async () => {
  const person = await anInvestor()
  const [here, there] = [await cookiesOf(person), await cookiesOf(person)]
  await change(
    `insert into auth.link (user_id, purpose, token_hash, email, expires_at)
     select id, 'recovery', 'hash of ' || id, email, now() + interval '1 day' from auth."user" where id = $1`,
    [person.userId],
  )
  expect(await ask(path, { cookie: here, form: form(password, fresh) })).toMatchObject({
    location: '/investment-dashboard/settings',
  })
  expect(await ask('/investment-dashboard', { cookie: here })).toMatchObject({ status: 200 })
  expect(await ask('/investment-dashboard', { cookie: there })).toMatchObject({ status: 302 })
  const open = await change('select id from auth.link where user_id = $1 and ended_at is null', [
    person.userId,
  ])
  expect(open.rows).toEqual([])
  expect(await signInWith(person.email, password)).toEqual({ refused: 'wrong' })
  expect(await signInWith(person.email, fresh)).toMatchObject({ role: 'investor' })
  const { rows } = await change<{ actor: string; actor_id: string; after: unknown }>(
    `select actor, actor_id, after from app.audit_log where subject = 'account' order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({
    actor: 'investor',
    actor_id: person.userId,
    after: { password: 'changed' },
  })
})

test('a wrong present password counts like one of a sign-in', async () => {
  const person = await anInvestor()
  const cookie = await cookiesOf(person)
  for (let wrong = 0; wrong < 10; wrong += 1)
    await refusalOf(cookie, form('not-the-password', fresh))
  expect((await refusalOf(cookie, form(password, fresh))).message).toMatch(
    /^Too many failed attempts\. Please try again/,
  )
})

test('a guest is led to the sign-in', async () => {
  expect(await ask(path)).toMatchObject({ location: '/login' })
  expect(await ask(path, { form: form(password, fresh) })).toMatchObject({ location: '/login' })
})
