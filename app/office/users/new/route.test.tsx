import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { answerTo } from '../../../../tests/answers.ts'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, aStaffMember, password } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { action } from './route.tsx'

const path = '/admin-dashboard/users/new'
const admin = await anAdmin('Zeynab Warsame')
const cookie = await cookiesOf(admin)
const anEmail = () => `${randomUUID()}@example.com`
const fields = () => ({
  key: randomUUID(),
  name: 'Faisal Cash',
  email: anEmail(),
  roles: 'cashier',
})

const add = (form: Record<string, string>) =>
  answerTo(action, path, { cookie, form: { currentPassword: password, ...form } })

test('STAFF-005 a member of staff is added with roles and an invitation, and without an investor record', async () => {
  const form = fields()
  expect(await add(form)).toMatchObject({
    status: 303,
    location: '/admin-dashboard/users',
    toast: { title: 'Staff member added', text: 'Faisal Cash gets an invitation by email.' },
  })
  const { rows } = await change(
    `select u.role, u.status, array(select role from auth.staff_role s where s.user_id = u.id) as roles,
      exists (select from app.investor i where i.email = u.email) as investor,
      (select count(*)::int from app.outbox o where o.user_id = u.id and template = 'invitation') as invitations
     from auth."user" u where email = $1`,
    [form.email],
  )
  expect(rows).toEqual([
    { role: 'admin', status: 'pending', roles: ['cashier'], investor: false, invitations: 1 },
  ])
  expect(await add(form)).toMatchObject({ status: 303 })
  const { rows: again } = await change('select count(*)::int from auth."user" where email = $1', [
    form.email,
  ])
  expect(again).toEqual([{ count: 1 }])
})

test('STAFF-005 an address in use, a missing name and no role are refused next to their fields', async () => {
  const investor = await anInvestor()
  const taken = 'This address already has an account or an investor. Find it in Manage Users.'
  for (const email of [investor.email, admin.email])
    expect((await add({ ...fields(), email })).errors).toEqual({ email: taken })
  expect((await add({ ...fields(), name: ' ' })).errors).toEqual({ name: 'Enter their name.' })
  const { roles: _, ...withoutRoles } = fields()
  expect((await add(withoutRoles)).errors).toEqual({ roles: 'Choose at least one role.' })
  expect((await add({ ...fields(), roles: 'king' })).errors).toEqual({
    roles: 'Choose from the roles shown.',
  })
})

test('STAFF-006 roles are changed in Manage Users, where each card names them', async () => {
  const person = await aStaffMember(['cashier', 'support'], 'Ladan Two')
  const card = wordsOf((await ask('/admin-dashboard/users?q=Ladan', { cookie })).html)
  expect(card).toContain('Cashier and Support')
  const role = `/admin-dashboard/users/${person.userId}/role/admin`
  const same = await ask(role, { cookie, form: { roles: 'owner' } })
  expect(same.status).toBe(303)
  const { rows } = await change('select role from auth.staff_role where user_id = $1', [
    person.userId,
  ])
  expect(rows).toEqual([{ role: 'owner' }])
  const repeated = await ask(role, { cookie, form: { roles: 'owner' } })
  expect(wordsOf(repeated.html)).toContain('Ladan Two already has these roles.')
})

test('STAFF-007 the menu shows what the roles allow', async () => {
  const support = await cookiesOf(await aStaffMember(['support'], 'Sahra Support'))
  const { html } = await ask('/admin-dashboard', { cookie: support })
  for (const shown of ['inquiries', 'documents', 'notifications'])
    expect(html).toContain(`href="/admin-dashboard/${shown}"`)
  for (const hidden of ['users', 'payments', 'investors', 'company', 'audit', 'investments/new'])
    expect(html).not.toContain(`href="/admin-dashboard/${hidden}"`)
})
