import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Answered, answerTo } from '../../../tests/answers.ts'
import { change, withoutRight } from '../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { action as updatePassword } from './password/route.tsx'
import { action as promote } from './role/route.tsx'
import { action as updateEmail } from './update-email/route.tsx'
import { action as verifyEmail } from './verify-email/route.tsx'

const home = '/admin-dashboard/users'

const admin = await anAdmin('Zeynab Warsame')

let cookie = await cookiesOf(admin)

beforeEach(async () => {
  cookie = await cookiesOf(admin)
})

const confirmed = { currentPassword: password }

type Action = Parameters<typeof answerTo>[0]

const send = (action: Action, fields: Record<string, string>): Promise<Answered> =>
  answerTo(action, home, { cookie, form: { ...confirmed, key: randomUUID(), ...fields } })

const errorToast = (title: string, text: string) => ({ kind: 'error', title, text })

describe('Verify Email Sync', () => {
  const path = `${home}/verify-email`
  const verify = (userId: string, expectedEmail = '') =>
    answerTo(verifyEmail, path, { cookie, form: { userId, expectedEmail } })
  const wordsFor = async (userId: string) =>
    wordsOf((await ask(path, { cookie, form: { userId, expectedEmail: '' } })).html)

  test('MUS-026, MUS-027 (W-21) takes an id, a name or an email, and refuses none of them', async () => {
    const person = await anInvestor('Khadija Mohamud')
    const { html } = await ask(`${path}?user=${person.userId}`, { cookie })
    expect(wordsOf(html)).toContain(`This is Khadija Mohamud, ${person.email}`)
    for (const typed of [person.userId, 'khadija mohamud', person.email]) {
      expect((await verify(typed)).toast).toEqual({
        kind: 'success',
        title: 'Email verification successful',
      })
    }
    const missing = 'Please enter a user ID to verify'
    expect(await verify(' ')).toMatchObject({
      status: 422,
      errors: { userId: missing },
      toast: { title: 'Verification error', text: missing },
    })
    expect((await verify(person.userId, 'no address')).errors).toHaveProperty('expectedEmail')
    const nobody = 'No account has this ID, name or email.'
    const refused = {
      status: 422,
      errors: { userId: nobody },
      toast: errorToast('Verification error', nobody),
    }
    for (const typed of [randomUUID(), 'nobody@example.com', 'No Such Person'])
      expect(await verify(typed)).toMatchObject(refused)
  })

  test('MUS-028, MUS-029, MUS-030 (W-19) shows three sources with marks, and words where there is none', async () => {
    const person = await anInvestor('Yasmin Farah')
    const words = await wordsFor(person.userId)
    for (const title of ['Sign-in account', 'Credential identity', 'Investor record'])
      expect(words).toContain(title)
    expect(words.match(/Match Email/g)).toHaveLength(3)
    expect(await wordsFor(admin.userId)).toContain('No investor record found')
    await change('update auth.account set password = null where "userId" = $1', [person.userId])
    expect(await wordsFor(person.userId)).toContain('No password set yet')
    const nobody = await wordsFor(randomUUID())
    for (const absent of [
      'No auth user found',
      'Credential identity No account',
      'No investor record found',
    ]) {
      expect(nobody).toContain(absent)
    }
    expect(nobody).not.toContain('No password set yet')
  })

  test('MUS-031 (W-19) shows a disagreement with and without an expected address, and fixes it', async () => {
    const person = await anInvestor('Fowsia Ali')
    expect((await verify(person.userId, 'another@example.com')).toast).toMatchObject({
      title: 'Email sync issue detected',
    })
    await change('update app.investor set email = $2 where user_id = $1', [
      person.userId,
      'left.behind@example.com',
    ])
    expect((await verify(person.userId)).toast).toMatchObject({
      title: 'Email sync issue detected',
    })
    expect(await wordsFor(person.userId)).toContain('Repair Email Sync')
    const unconfirmed = await answerTo(verifyEmail, path, {
      cookie,
      form: { act: 'repair', userId: person.userId },
    })
    expect(unconfirmed).toMatchObject({
      status: 422,
      errors: { currentPassword: expect.any(String) },
    })
    expect(await send(verifyEmail, { act: 'repair', userId: person.userId })).toMatchObject({
      status: 200,
      toast: { kind: 'success', title: 'Email updated' },
      rest: { sync: { inSync: true } },
    })
  })

  test('MUS-032 that fails says so in a toast and in the page', async () => {
    await withoutRight('select on auth.sign_in_account', async () => {
      // Rendering the tab also needs the accounts, so only its action is called.
      const failed = await verify(randomUUID())
      const words = 'An unknown error occurred during verification'
      expect(failed).toMatchObject({ status: 500, toast: errorToast('Verification error', words) })
      expect(failed.errors.form).toContain(words)
    })
  })
})

describe('Promote to Admin', () => {
  test('MUS-033, MUS-034 gives the role to whom the field names', async () => {
    const person = await anInvestor('Maryan Jama')
    expect(await send(promote, { userId: person.email, roles: 'manager' })).toMatchObject({
      status: 303,
      toast: { kind: 'success', title: 'Success!', text: 'User has been promoted to admin role.' },
    })
    const { rows } = await change('select role from auth."user" where id = $1', [person.userId])
    expect(rows).toEqual([{ role: 'admin' }])
  })

  test('MUS-035 says why not, or that it failed', async () => {
    const person = await anInvestor('Sahra Omar')
    expect((await send(promote, { userId: '' })).toast).toEqual(
      errorToast('Error', 'Please enter a valid user ID'),
    )
    expect((await send(promote, { userId: randomUUID() })).errors).toEqual({
      userId: 'No account has this ID, name or email.',
    })
    expect((await send(promote, { userId: admin.userId, roles: 'owner' })).toast?.text).toBe(
      'Zeynab Warsame is already an administrator.',
    )
    await withoutRight('execute on function auth.change_roles', async () => {
      expect((await send(promote, { userId: person.userId, roles: 'owner' })).toast).toEqual(
        errorToast('Error', 'Failed to set admin role'),
      )
    })
  })
})

describe('Update Password', () => {
  const secret = 'seven warm baobabs'
  const update = (fields: Record<string, string>) =>
    send(updatePassword, {
      userId: admin.userId,
      password: secret,
      confirmPassword: secret,
      ...fields,
    })

  test('MUS-036 (W-21) sets the password of whom the field names, and nothing of no one', async () => {
    const person = await anInvestor('Dahabo Ali')
    expect(await update({ userId: person.userId })).toMatchObject({
      status: 303,
      toast: { title: 'Password updated' },
    })
    expect((await update({ userId: '' })).errors).toMatchObject({
      userId: 'Please enter a valid user ID',
    })
    expect((await update({})).errors).toEqual({ form: 'Change your own password under Security.' })
    const withNul = await update({ userId: 'No\u0000body' })
    expect(withNul).toMatchObject({
      status: 422,
      errors: { userId: 'No account has this ID, name or email.' },
    })
  })

  test('MUS-037, MUS-038 (W-21) names what is wrong with the two passwords', async () => {
    const { userId } = await anInvestor('Ebla Noor')
    expect(await update({ userId, password: '1234567', confirmPassword: '1234567' })).toMatchObject(
      {
        status: 422,
        errors: { password: 'Password must be at least 8 characters long' },
        toast: errorToast('Password too short', 'Password must be at least 8 characters long'),
      },
    )
    expect(await update({ userId, confirmPassword: 'another one' })).toMatchObject({
      status: 422,
      errors: { confirmPassword: 'Please make sure both passwords match' },
      toast: errorToast("Passwords don't match", 'Please make sure both passwords match'),
    })
    expect(
      (await update({ userId, password: '12345678', confirmPassword: '12345678' })).errors,
    ).toHaveProperty('password')
    expect((await update({ userId, password: 'x'.repeat(1_000_000) })).errors).toHaveProperty(
      'password',
    )
  })
})

describe('Update Email', () => {
  const update = (userId: string, email: string) => send(updateEmail, { userId, email })

  test('MUS-039, MUS-040 (W-21) names what is missing', async () => {
    expect((await update(' ', 'new@example.com')).toast).toEqual(
      errorToast('User ID required', 'Please enter a valid user ID'),
    )
    for (const typed of ['', 'no-at.example.com', 'with@nothing', 'two@@example.com']) {
      expect((await update(admin.userId, typed)).toast).toEqual(
        errorToast('Invalid email', 'Please enter a valid email address'),
      )
    }
  })

  test('MUS-006, LIM-020, MUS-043, MUS-049 (W-20, W-21) the dialog shows both addresses, and looks at all sources again', async () => {
    const person = await anInvestor('Leyla Ahmed')
    const email = `${randomUUID()}@example.com`
    const location = `${home}/update-email/${person.userId}/updated`
    expect(await update(person.userId, ` ${email.toUpperCase()} `)).toMatchObject({
      status: 303,
      location,
      toast: { kind: 'success', title: 'Email updated' },
    })
    const words = wordsOf((await ask(location, { cookie })).html)
    expect(words).toContain('Email Updated Leyla Ahmed')
    expect(words).toContain(`Previous email ${person.email} New email ${email} Email sync In sync`)
    expect(words).toContain('is unverified until they confirm it by email')
    expect((await ask(`${home}/update-email/${admin.userId}/updated`, { cookie })).status).toBe(404)
  })

  test('MUS-046 says why not, or that it failed', async () => {
    const [person, other] = [await anInvestor('Idil Warsame'), await anInvestor('Faduma Aden')]
    expect(await update(person.userId, other.email)).toMatchObject({
      status: 422,
      errors: { email: 'Email Already In Use' },
      toast: errorToast('Error', 'Email Already In Use'),
    })
    await withoutRight('execute on function auth.change_email', async () => {
      expect((await update(person.userId, 'new@example.com')).toast).toEqual(
        errorToast('Error', 'Failed to update email'),
      )
    })
  })

  test('MUS-044, MUS-045 (decisions §8) an imported investor without account is told apart, and nothing is half changed', async () => {
    const email = `${randomUUID()}@example.com`
    await change(
      `insert into app.investor (email, full_name, joined_on) values ($1, 'Imported', '2025-01-01')`,
      [email],
    )
    const refused = await update(email, 'new.one@example.com')
    expect(refused.toast).toMatchObject({ title: 'No auth account' })
    const person = await anInvestor('Hibo Said')
    await withoutRight('execute on function auth.change_email', async () => {
      await update(person.userId, 'half.way@example.com')
    })
    const { rows } = await change<{ one: string; other: string }>(
      `select u.email as one, i.email as other from auth."user" u join app.investor i on i.user_id = u.id where u.id = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ one: person.email, other: person.email }])
  })
})
