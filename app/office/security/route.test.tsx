import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aStaffMember, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { withSecondFactor } from '../../../tests/second-factor.ts'
import { cookiesOf } from '../../../tests/visits.ts'

const path = '/admin-dashboard/security'
const require = { roles: 'owner', before: '' }
const askFor = (cookie: string, roles: string[], before: string) =>
  ask(path, {
    cookie,
    form: new URLSearchParams([...roles.map((role) => ['roles', role]), ['before', before]]),
  })
const requiredRoles = async () => {
  const { rows } = await change<{ roles: string[] }>(
    'select second_factor_roles as roles from app.installation',
  )
  return rows[0]?.roles
}

test('STAFF-250 requiring a second factor of a role of one’s own asks to confirm, and to have one', async () => {
  const admin = await anAdmin()
  const cookie = await cookiesOf(admin)
  const unconfirmed = await ask(path, { cookie, form: require })
  expect(wordsOf(unconfirmed.html)).toContain('Enter your password to confirm your identity.')
  const without = await ask(path, { cookie, form: { ...require, currentPassword: password } })
  expect(without.status).toBe(422)
  expect(wordsOf(without.html)).toContain('Set up your own second factor first.')
  expect(without.html).toMatch(/value="owner"[^>]*checked=""|checked=""[^>]*value="owner"/)
  expect(await requiredRoles()).toEqual([])
  expect(await ask(path, { cookie, form: { ...require, roles: 'auditor' } })).toMatchObject({
    status: 303,
  })
  expect(await requiredRoles()).toEqual(['auditor'])
  const back = await ask(path, { cookie, form: { before: 'auditor' } })
  expect(back.status).toBe(303)
  expect(await requiredRoles()).toEqual([])
})

test('STAFF-250 those in a required role who have no second factor see only its set-up', async () => {
  const [first, second, investor] = [await anAdmin(), await anAdmin(), await anInvestor()]
  const cashier = await cookiesOf(await aStaffMember(['cashier']))
  const both = await cookiesOf(await aStaffMember(['support', 'cashier']))
  const support = await cookiesOf(await aStaffMember(['support']))
  const without = await cookiesOf(second)
  const { cookie } = await withSecondFactor(first)
  expect(await askFor(cookie, ['cashier', 'owner'], '')).toMatchObject({
    status: 303,
    location: path,
  })
  expect(await requiredRoles()).toEqual(['owner', 'cashier'])
  const page = '/admin-dashboard/investors?q=asha'
  const led = `/login/second-factor/set-up?next=${encodeURIComponent(page)}`
  for (const held of [without, cashier, both])
    expect(await ask(page, { cookie: held })).toMatchObject({ status: 302, location: led })
  expect(await ask('/admin-dashboard', { cookie: support })).toMatchObject({ status: 200 })
  expect(await ask(path, { cookie: without, form: { before: 'owner cashier' } })).toMatchObject({
    status: 302,
  })
  expect(await ask('/admin-dashboard/live', { cookie: without })).toMatchObject({ status: 404 })
  expect(
    await ask(`/investment-dashboard?investorId=${investor.investorId}`, { cookie: without }),
  ).toMatchObject({ status: 302 })
  expect(wordsOf((await ask(led, { cookie: without })).html)).toContain('Set yours up to continue.')
  expect(await ask('/investment-dashboard', { cookie: await cookiesOf(investor) })).toMatchObject({
    status: 200,
  })
  const { cookie: freed } = await withSecondFactor(second)
  expect(await ask('/admin-dashboard', { cookie: freed })).toMatchObject({ status: 200 })
  expect(await askFor(cookie, ['owner'], 'cashier owner')).toMatchObject({ status: 303 })
  expect(await ask('/admin-dashboard', { cookie: cashier })).toMatchObject({ status: 200 })
  expect(await askFor(cookie, [], 'owner')).toMatchObject({ status: 303 })
  const { rows } = await change<{ actor_id: string; after: unknown }>(
    `select actor_id, after from app.audit_log where subject = 'installation' order by id desc limit 1`,
  )
  expect(rows).toEqual([{ actor_id: first.userId, after: { second_factor_roles: [] } }])
})

test('STAFF-251 a form of another moment, an earlier version or an unknown role changes nothing', async () => {
  const { cookie } = await withSecondFactor(await anAdmin())
  expect(await askFor(cookie, ['manager'], '')).toMatchObject({ status: 303 })
  const late = await askFor(cookie, ['auditor'], '')
  expect(late.status).toBe(422)
  expect(wordsOf(late.html)).toContain('The required roles were changed on another page.')
  expect(await ask(path, { cookie, form: { required: 'no' } })).toMatchObject({ status: 422 })
  const king = await askFor(cookie, ['king'], 'manager')
  expect(king.status).toBe(422)
  expect(wordsOf(king.html)).toContain('Choose from the roles shown.')
  expect(await requiredRoles()).toEqual(['manager'])
  const reader = await cookiesOf(await aStaffMember(['auditor']))
  expect(wordsOf((await ask(path, { cookie: reader })).html)).toContain('Required for Manager.')
  await ask(path, { cookie: reader, form: { before: 'manager', currentPassword: password } })
  expect(await requiredRoles()).toEqual(['manager'])
  await change(`update app.installation set second_factor_roles = '{}'`)
})

test('an investor and a guest are not there', async () => {
  const cookie = await cookiesOf(await anInvestor())
  expect(await ask(path, { cookie })).toMatchObject({
    status: 302,
    location: '/investment-dashboard',
  })
  expect(
    await ask(path, { cookie, form: { ...require, currentPassword: password } }),
  ).toMatchObject({ status: 404 })
  expect((await ask(path, { form: require })).location).toMatch(/^\/login\?/)
})

test('someone’s second factor is reset after password and code of the administrator, each time', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  const theirs = await withSecondFactor(person)
  const { cookie: first, codes } = await withSecondFactor(admin)
  const [recoveryCode = ''] = codes
  const dialog = `${path}/reset-second-factor`
  let cookie = first
  const reset = async (fields: Record<string, string>) => {
    const answer = await ask(dialog, {
      cookie,
      form: { email: person.email, currentPassword: '', code: '', ...fields },
    })
    cookie = answer.cookie ?? cookie
    return answer
  }
  expect(wordsOf((await ask(`${dialog}?email=${person.email}`, { cookie })).html)).toContain(
    'Code of your second factor',
  )
  const wordsAfter = async (fields: Record<string, string>) => wordsOf((await reset(fields)).html)
  expect(await wordsAfter({})).toContain('Enter your password to confirm')
  expect(await wordsAfter({ currentPassword: password })).toContain(
    'Enter a code of your second factor',
  )
  expect(await wordsAfter({ currentPassword: 'not-the-password', code: recoveryCode })).toContain(
    'This is not your password.',
  )
  expect(await wordsAfter({ currentPassword: password, code: 'aaaaa-aaaaa' })).toContain(
    'This code is wrong',
  )
  expect(
    await wordsAfter({ email: admin.email, currentPassword: password, code: recoveryCode }),
  ).toContain('This is you.')
  expect(await reset({ currentPassword: password, code: recoveryCode })).toMatchObject({
    status: 303,
    location: path,
  })
  expect(cookie).not.toBe(first)
  expect(await ask('/investment-dashboard', { cookie: theirs.cookie })).toMatchObject({
    status: 302,
  })
  expect(await wordsAfter({ currentPassword: password, code: recoveryCode })).toContain(
    'No account with this email has',
  )
  const mails = await change<{ template: string }>(
    'select template from app.outbox where user_id = $1 order by created_at',
    [person.userId],
  )
  expect(mails.rows.map(({ template }) => template)).toEqual([
    'second-factor-on',
    'second-factor-reset',
  ])
  expect(
    (await ask(dialog, { cookie: theirs.cookie, form: { email: admin.email } })).location,
  ).toMatch(/^\/login\?/)
  const investor = await cookiesOf(person)
  expect(await ask(dialog, { cookie: investor, form: { email: admin.email } })).toMatchObject({
    status: 404,
  })
})

test('what is wrong with the address is told before the code is used up', async () => {
  const [admin, person] = [await anAdmin(), await anInvestor()]
  await withSecondFactor(person)
  const { cookie, codes } = await withSecondFactor(admin)
  const reset = (email: string) =>
    ask(`${path}/reset-second-factor`, {
      cookie,
      form: { email, currentPassword: password, code: codes[0] ?? '' },
    })
  const unknown = await reset('nobody@example.com')
  expect(wordsOf(unknown.html)).toContain('No account with this email has a second factor.')
  expect(await reset(person.email)).toMatchObject({ status: 303, location: path })
})
