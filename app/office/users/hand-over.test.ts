import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onlyStaff } from '../../../tests/approvals.ts'
import { aPaymentAccount } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aStaffMember, as, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { successorsOf } from '../../domain/approvals/hand-over.server.ts'
import { decideProposal } from '../../domain/approvals/proposals.server.ts'

const owner = await anAdmin('Owner Amina')
const cookie = await cookiesOf(owner)

/** A cashier with a proposal that waits and a statement that is not confirmed. */
async function aBusyCashier() {
  const cashier = await aStaffMember(['cashier'], 'Leaving Ali')
  const { rows } = await change(
    `insert into app.proposal (command, key, input, title, proposed_by)
     values ('record-payment', gen_random_uuid(), '{}', 'A payment', $1) returning id`,
    [cashier.userId],
  )
  await change(
    `insert into app.statement_draft (payment_account_id, name, content, uploaded_by) values ($1, 'march.csv', 'x', $2)`,
    [await aPaymentAccount(), cashier.userId],
  )
  return { cashier, proposalId: rows[0]?.id ?? '' }
}

const deactivate = (userId: string, successor: string) =>
  ask(`/admin-dashboard/users/${userId}/status`, {
    cookie,
    form: { status: 'inactive', successor, currentPassword: password },
  })

const statusOf = async (userId: string) =>
  (await change<{ status: string }>('select status from auth."user" where id = $1', [userId]))
    .rows[0]?.status

test('STAFF-300 who leaves hands open tasks to a colleague, and stays the proposer of what they proposed', async () => {
  const { cashier, proposalId } = await aBusyCashier()
  const colleague = await aStaffMember(['cashier'], 'Next Nasra')
  const theirs = await cookiesOf(cashier)
  const { html } = await ask(`/admin-dashboard/users/${cashier.userId}/status`, { cookie })
  expect(wordsOf(html)).toContain('Open: 1 proposal and 1 statement that is not confirmed.')
  const without = await deactivate(cashier.userId, '')
  expect(without.status).toBe(422)
  expect(wordsOf(without.html)).toContain('Choose who takes over the open tasks of this person.')
  expect(await statusOf(cashier.userId)).toBe('active')

  expect((await deactivate(cashier.userId, colleague.userId)).status).toBe(303)
  expect(await statusOf(cashier.userId)).toBe('inactive')
  expect((await ask('/admin-dashboard', { cookie: theirs })).location).toContain('/login')
  const { rows } = await change<{ proposed: string; handed: string; drafts: number }>(
    `select proposed_by as proposed, handed_to as handed,
       (select count(*)::int from app.statement_draft where uploaded_by = $2) as drafts
     from app.proposal where id = $1`,
    [proposalId, colleague.userId],
  )
  expect(rows).toEqual([{ proposed: cashier.userId, handed: colleague.userId, drafts: 1 }])
  const withdrawn = await as(colleague, (admin) =>
    decideProposal(admin, { proposalId, state: 'withdrawn' }),
  )
  expect(withdrawn).toEqual({ decided: true })
  const { rows: logged } = await change<{ after: object }>(
    `select after from app.audit_log where act = 'hand-over' and subject_id = $1`,
    [cashier.userId],
  )
  expect(logged).toEqual([{ after: { to: colleague.userId, proposals: 1, statements: 1 } }])
})

test('STAFF-301 tasks go to active staff only, and to no one who leaves', async () => {
  const { cashier } = await aBusyCashier()
  const gone = await aStaffMember(['cashier'], 'Gone Guled')
  await change(`update auth."user" set status = 'inactive' where id = $1`, [gone.userId])
  const investor = await anInvestor()
  const support = await aStaffMember(['support'], 'Support Sagal')
  const auditor = await aStaffMember(['auditor'], 'Auditor Asad')
  const people = [cashier, gone, investor, support, auditor].map(({ userId }) => userId)
  for (const successor of [...people, randomUUID(), 'no id'])
    expect((await deactivate(cashier.userId, successor)).status).toBe(422)
  expect(await statusOf(cashier.userId)).toBe('active')
})

test('STAFF-314 only colleagues whose roles include the open tasks are offered, and one’s own account needs none', async () => {
  const { cashier } = await aBusyCashier()
  await aStaffMember(['support', 'auditor'], 'Support Sahal')
  await aStaffMember(['manager'], 'Manager Muna')
  await aStaffMember(['cashier'], 'Cashier Cawo')
  const offered = async () =>
    (await as(owner, (admin) => successorsOf(admin, cashier.userId))).map(({ name }) => name)
  expect(await offered()).toContain('Cashier Cawo')
  expect(await offered()).not.toContain('Support Sahal')
  expect(await offered()).not.toContain('Manager Muna')
  await change('delete from app.statement_draft where uploaded_by = $1', [cashier.userId])
  expect(await offered()).toContain('Manager Muna')
  expect(await offered()).not.toContain('Support Sahal')
  await change(
    `insert into app.proposal (command, key, input, title, proposed_by)
     values ('record-payment', gen_random_uuid(), '{}', 'A payment', $1)`,
    [owner.userId],
  )
  expect(wordsOf((await deactivate(owner.userId, '')).html)).toContain(
    'You cannot change your own status. Another administrator can.',
  )
})

test('STAFF-302 who has no open tasks needs no successor', async () => {
  const cashier = await aStaffMember(['cashier'], 'Idle Idil')
  await onlyStaff(owner, cashier)
  expect((await deactivate(cashier.userId, '')).status).toBe(303)
})
