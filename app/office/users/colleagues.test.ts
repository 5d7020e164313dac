import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { answerTo } from '../../../tests/answers.ts'
import { onlyStaff } from '../../../tests/approvals.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aStaffMember, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { approveProposal } from '../approvals/approve-proposal.server.ts'
import { action as editInvestor } from '../investors/edit/route.tsx'
import { action as investorPassword } from '../investors/password/route.tsx'
import { action as restoreInvestor } from '../investors/restore/route.tsx'
import { action as setPassword } from './password/route.tsx'
import { action as changeStatus } from './status/route.tsx'

const home = '/admin-dashboard/users'
const owner = await anAdmin('Owner Amina')
const second = await anAdmin('Second Omar')
const cashier = await aStaffMember(['cashier'], 'Cashier Wanjiru')
let cookie = ''

beforeEach(async () => {
  await onlyStaff(owner, second, cashier)
  cookie = await cookiesOf(owner)
})

const typed = { password: 'seven-warm-baobabs', confirmPassword: 'seven-warm-baobabs' }
const sent = (fields: Record<string, string>) => ({
  cookie,
  params: {},
  form: { currentPassword: password, key: randomUUID(), ...typed, ...fields },
})
const notAlone =
  'This is a member of staff: one person alone cannot set their password. Send a reset email, so that they choose a new one.'
const mailed = { status: 303, toast: { title: 'Password reset email sent' } }

/** An investor who is also a member of staff. */
async function anInvestingColleague() {
  const person = await anInvestor('Idil Isse')
  await change(`update auth."user" set role = 'admin' where id = $1`, [person.userId])
  await change(`insert into auth.staff_role (user_id, role) values ($1, 'support')`, [
    person.userId,
  ])
  return person
}

test('STAFF-317 the dialog of a colleague’s password offers the email alone, while another person can approve', async () => {
  const path = `${home}/${cashier.userId}/password`
  const shown = (await ask(path, { cookie })).html
  expect(wordsOf(shown)).toContain(
    'so one person alone cannot set their password. A link to choose',
  )
  expect(shown).not.toContain('name="password"')
  await onlyStaff(owner, cashier)
  expect((await ask(path, { cookie })).html).toContain('name="password"')
})

test('STAFF-317 where it was typed, the refusal says to send a reset email, and offers it', async () => {
  const { userId } = cashier
  const refused = await answerTo(setPassword, `${home}/update-password`, sent({ userId }))
  // A toast would cover the offer on a phone.
  expect(refused).toMatchObject({ status: 422, errors: { form: notAlone }, toast: null })
  const form = sent({ userId }).form
  const { html } = await ask(`${home}/update-password`, { cookie, form })
  expect(wordsOf(html)).toContain('Send reset email instead')
  const instead = { ...sent({ userId, mode: 'instead', password: '', confirmPassword: '' }) }
  expect(await answerTo(setPassword, `${home}/update-password`, instead)).toMatchObject(mailed)
})

test('STAFF-317 and so does the password of an investor who is a member of staff', async () => {
  const { investorId } = await anInvestingColleague()
  const path = `/admin-dashboard/investors/${investorId}/password`
  const of = { params: { investorId } }
  const refused = await answerTo(investorPassword, path, { ...sent({ mode: 'direct' }), ...of })
  expect(refused).toMatchObject({ status: 422, errors: { form: notAlone } })
  const instead = { ...sent({ mode: 'instead' }), ...of }
  expect(await answerTo(investorPassword, path, instead)).toMatchObject(mailed)
})

test('STAFF-318 a new email of an investor who is a member of staff leads to where it is proposed', async () => {
  const { investorId, name } = await anInvestingColleague()
  const path = `/admin-dashboard/investors/${investorId}/edit`
  const fields = { fullName: name, email: `${randomUUID()}@example.com`, phone: '', version: '1' }
  const answer = await answerTo(editInvestor, path, { ...sent(fields), params: { investorId } })
  expect(answer).toMatchObject({
    status: 422,
    errors: { email: expect.stringContaining('Propose it in Manage Users, under Update Email.') },
  })
})

test('APPR-077 an inactive account of staff becomes active when another person approves', async () => {
  await onlyStaff(owner, second)
  const { userId } = cashier
  const params = { userId }
  const path = `${home}/${userId}/status`
  const form = { ...sent({ status: 'active' }), params }
  const redirect = await answerTo(changeStatus, path, form).catch((thrown: unknown) => thrown)
  if (!(redirect instanceof Response)) throw new Error('the account changed without a proposal')
  const { headers } = redirect
  expect(decodeURIComponent(headers.getSetCookie().join())).toContain(
    'Account of Cashier Wanjiru: active.',
  )
  const statusNow = async () =>
    (await change<{ status: string }>('select status from auth."user" where id = $1', [userId]))
      .rows[0]?.status
  expect(await statusNow()).toBe('inactive')
  const { rows } = await change('select id from app.proposal order by proposed_at desc limit 1')
  const { context } = requestBy(second, path)
  expect(await approveProposal(context, rows[0]?.id ?? '')).toHaveProperty('title')
  expect(await statusNow()).toBe('active')
})

test('APPR-077 and restoring an investor with an inactive account of staff says where to propose it', async () => {
  const { investorId, userId } = await anInvestingColleague()
  await change(`update auth."user" set status = 'inactive' where id = $1`, [userId])
  await change('update app.investor set archived_at = now() where id = $1', [investorId])
  const path = `/admin-dashboard/investors/${investorId}/restore`
  const restore = (fields: Record<string, string>) =>
    answerTo(restoreInvestor, path, { ...sent(fields), params: { investorId } })
  expect(await restore({ reopen: 'on' })).toMatchObject({
    status: 422,
    errors: {
      form: expect.stringContaining('propose the activation under Status in Manage Users'),
    },
  })
  expect(await restore({})).toMatchObject({ status: 303 })
})

test('APPR-078 the second factor of a colleague is reset when another person approves', async () => {
  const approver = await aStaffMember(['manager'], 'Manager Otieno')
  await onlyStaff(owner, approver, cashier)
  await change('update auth."user" set "twoFactorEnabled" = true where id = $1', [cashier.userId])
  const path = '/admin-dashboard/security/reset-second-factor'
  expect(wordsOf((await ask(path, { cookie })).html)).toContain(
    'A member of staff keeps it until another person approves the reset.',
  )
  const form = { email: cashier.email, currentPassword: password }
  expect(await ask(path, { cookie, form })).toMatchObject({ status: 303 })
  const isOn = async () =>
    (
      await change<{ on: boolean }>(
        'select "twoFactorEnabled" as on from auth."user" where id = $1',
        [cashier.userId],
      )
    ).rows[0]?.on
  expect(await isOn()).toBe(true)
  const { rows } = await change('select id from app.proposal order by proposed_at desc limit 1')
  const proposal = `/admin-dashboard/approvals/${rows[0]?.id}`
  const approving = await cookiesOf(approver)
  expect(wordsOf((await ask(proposal, { cookie: approving })).html)).toContain(
    'Reset of the second factor of Cashier Wanjiru',
  )
  const approve = { decision: 'approved', currentPassword: password }
  expect(await ask(proposal, { cookie: approving, form: approve })).toMatchObject({ status: 303 })
  expect(await isOn()).toBe(false)
})

test('APPR-079 the forms of a colleague’s account say beforehand that another person approves', async () => {
  const inactive = await aStaffMember(['support'], 'Support Hawa')
  await onlyStaff(owner, second, cashier)
  const forms = [
    `${inactive.userId}/status`,
    `${cashier.userId}/role/admin`,
    `update-email?user=${cashier.userId}`,
    'new',
  ]
  const notices = () =>
    Promise.all(
      forms.map(async (form) =>
        /another person approves/i.test(wordsOf((await ask(`${home}/${form}`, { cookie })).html)),
      ),
    )
  expect(await notices()).toEqual([true, true, true, true])
  const { html } = await ask(`${home}/${cashier.userId}/status`, { cookie })
  expect(wordsOf(html)).not.toContain('another person approves')
  await onlyStaff(owner)
  expect(await notices()).toEqual([false, false, false, false])
})

test('STAFF-319 Manage Users shows its buttons to those who manage users only', async () => {
  const auditor = await aStaffMember(['auditor'], 'Auditor Noor')
  const buttons = async (person: typeof owner) => {
    const { html } = await ask(home, { cookie: await cookiesOf(person) })
    return [html.includes('role="group"'), html.includes('disabled=""')]
  }
  expect(await buttons(owner)).toEqual([true, true])
  expect(await buttons(auditor)).toEqual([false, false])
})
