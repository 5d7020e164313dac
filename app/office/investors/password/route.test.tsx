import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerTo } from '../../../../tests/answers.ts'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../../tests/visits.ts'
import SetInvestorPassword, { action, loader } from './route.tsx'

const list = '/admin-dashboard/investors'
const admin = await anAdmin('Zeynab Warsame')
let cookie = await cookiesOf(admin)
beforeEach(async () => {
  cookie = await cookiesOf(admin)
})
const fresh = 'seven warm baobabs'

const pathOf = (investorId: string) => `${list}/${investorId}/password`
const send = (investorId: string, form: Record<string, string>) =>
  answerTo(action, `${pathOf(investorId)}?q=h`, {
    cookie,
    form: { key: randomUUID(), mode: 'direct', currentPassword: password, ...form },
    params: { investorId },
  })
const twice = (typed: string) => ({ password: typed, confirmPassword: typed })
const shown = async (investorId: string) =>
  wordsOf(
    htmlOf(
      SetInvestorPassword,
      pathOf(investorId),
      await loader(visitTo(pathOf(investorId), { cookie, params: { investorId } })),
    ),
  )

const passwordOf = async (userId: string) =>
  (
    await change<{ password: string }>('select password from auth.account where "userId" = $1', [
      userId,
    ])
  ).rows[0]?.password
const mailsOf = async (userId: string) =>
  (
    await change<{ template: string }>('select template from app.outbox where user_id = $1', [
      userId,
    ])
  ).rows

/** Revokes a privilege, as after a broken migration. The logged fault is expected. */
async function without<Result>(names: string[], work: () => Promise<Result>): Promise<Result> {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const each = (verb: string) =>
    asSuperuser((client) =>
      client.query(names.map((name) => `${verb.replace('?', name)};`).join('')),
    )
  await each('revoke execute on function auth.? from msingi_admin')
  try {
    return await work()
  } finally {
    await each('grant execute on function auth.? to msingi_admin')
  }
}

/** An imported investor, without an account. */
async function imported() {
  const { rows } = await change(
    `insert into app.investor (email, full_name, joined_on) values ($1, 'Ilham Import', '2024-05-01') returning id`,
    [`${randomUUID()}@example.com`],
  )
  return rows[0]?.id ?? ''
}

test('MIN-031, MIN-035 the dialog asks for the new password twice, sets it, and shows that it is set', async () => {
  const { investorId, userId } = await anInvestor('Hodan Ali')
  const before = await passwordOf(userId)
  expect(await shown(investorId)).toMatch(/New password .*Confirm password /)
  expect((await ask(`${pathOf(investorId)}/set`, { cookie })).status).toBe(404)
  const answer = await send(investorId, twice(fresh))
  expect(answer).toMatchObject({
    status: 303,
    location: `${pathOf(investorId)}/set?q=h`,
    toast: { kind: 'success', title: 'Password set successfully' },
  })
  expect(await passwordOf(userId)).not.toBe(before)
  const words = wordsOf((await ask(`${pathOf(investorId)}/set`, { cookie })).html)
  expect(words).toContain('Password set.')
  expect(words).toContain('asks for a new password')
  expect(words).not.toContain(fresh)
  expect(await mailsOf(userId)).toEqual([{ template: 'password-set' }])
})

test('MIN-032 two different entries are refused next to the second', async () => {
  const { investorId, userId } = await anInvestor()
  const before = await passwordOf(userId)
  const answer = await send(investorId, { password: fresh, confirmPassword: `${fresh}!` })
  expect(answer).toMatchObject({
    status: 422,
    errors: { confirmPassword: 'Passwords do not match' },
  })
  expect(await passwordOf(userId)).toBe(before)
})

test('MIN-033, LIM-011 (W-14) fewer than 6 characters have their own sentence, 6 and 7 the usual one', async () => {
  const { investorId } = await anInvestor()
  for (const [typed, sentence] of [
    ['', 'Password must be at least 6 characters long'],
    ['12345', 'Password must be at least 6 characters long'],
    ['123456', 'Password must be at least 8 characters long'],
    ['1234567', 'Password must be at least 8 characters long'],
    ['x'.repeat(129), 'Password can be at most 128 characters'],
    ['password1', 'This password is easy to guess. Use several unrelated words, or a longer one.'],
  ] as const) {
    expect((await send(investorId, twice(typed))).errors).toEqual({ password: sentence })
  }
})

test('MIN-034 without an account nothing is set, and the dialog says why', async () => {
  const investorId = await imported()
  expect(await shown(investorId)).toContain('No user ID provided')
  expect(await send(investorId, twice(fresh))).toMatchObject({
    status: 422,
    errors: { form: 'No user ID provided' },
    toast: { kind: 'error', title: 'No user ID provided' },
  })
})

test('MIN-036 (W-07) after a failed direct set nothing is mailed by itself: the mail is offered, and says both things', async () => {
  const { investorId, userId } = await anInvestor()
  const before = await passwordOf(userId)
  const failed = await without(['set_password'], () => send(investorId, twice(fresh)))
  expect(failed).toMatchObject({
    status: 500,
    toast: {
      title: 'Error with password',
      text: 'The password could not be set. Nothing was changed.',
    },
  })
  expect(await mailsOf(userId)).toEqual([])
  const mailed = await send(investorId, { mode: 'instead', ...twice('') })
  expect(mailed).toMatchObject({
    status: 303,
    location: `${list}?q=h`,
    toast: {
      kind: 'info',
      title: 'Password reset email sent',
      text: 'The password was not set. A reset link was emailed instead.',
    },
  })
  expect(await mailsOf(userId)).toEqual([{ template: 'recovery' }])
  expect(await passwordOf(userId)).toBe(before)
})

test('MIN-037 when the mail cannot be sent either, a toast says so and nothing was changed', async () => {
  const { investorId, userId } = await anInvestor()
  const failed = await without(['request_mail'], () =>
    send(investorId, { mode: 'instead', ...twice('') }),
  )
  expect(failed).toMatchObject({
    status: 500,
    toast: {
      kind: 'error',
      title: 'Password reset failed',
      text: 'The reset email could not be sent. Nothing was changed.',
    },
  })
  expect(await mailsOf(userId)).toEqual([])
})

test('MIN-038 (W-07) there is one path, for the account of this investor: an administrator’s own is never touched', async () => {
  const { investorId } = await anInvestor()
  const own = await passwordOf(admin.userId)
  await without(['set_password'], () => send(investorId, twice(fresh)))
  expect(await passwordOf(admin.userId)).toBe(own)
  const { rows } = await change(
    'insert into app.investor (user_id, email, full_name, joined_on) values ($1, $2, $3, now()) returning id',
    [admin.userId, admin.email, admin.name],
  )
  const ownAccount = rows[0]?.id ?? ''
  expect(await shown(ownAccount)).toContain('Change your password under Security')
  expect((await send(ownAccount, twice(fresh))).errors).toEqual({
    form: 'Change your own password under Security.',
  })
  expect(await passwordOf(admin.userId)).toBe(own)
})

test('MIN-039 (decisions §2) a reset asked for here waits in the outbox, whatever mail does, and three an hour are enough', async () => {
  const { investorId, userId } = await anInvestor()
  for (let time = 0; time < 3; time += 1) await send(investorId, { mode: 'instead', ...twice('') })
  const refused = await send(investorId, { mode: 'instead', ...twice('') })
  expect(refused.toast).toMatchObject({ title: 'Password reset failed' })
  expect(refused.errors.form).toContain('the limit of emails per hour')
  expect(await mailsOf(userId)).toHaveLength(3)
})

test('it asks who is there, and is an administrator’s to do', async () => {
  const { investorId } = await anInvestor()
  expect((await send(investorId, { ...twice(fresh), currentPassword: '' })).errors).toEqual({
    currentPassword: 'Enter your password to confirm your identity.',
  })
  const stranger = await cookiesOf(await anInvestor())
  const form = { key: randomUUID(), mode: 'direct', ...twice(fresh) }
  await expect(
    answerTo(action, pathOf(investorId), { cookie: stranger, form, params: { investorId } }),
  ).rejects.toMatchObject({ init: { status: 404 } })
})
