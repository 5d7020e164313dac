import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearLimits, onlyStaff, proposeBy, setLimit } from '../../../tests/approvals.ts'
import { aTransaction, twoAccounts } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { aHolding, anOpenedEdit, aPayment } from '../../../tests/ledger.ts'
import { anAdmin, aStaffMember, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import type { ProposalLine } from '../../domain/approvals/approval.ts'
import { decideProposal, findProposal } from '../../domain/approvals/proposals.server.ts'
import { matchTransaction } from '../../domain/bank-transactions/match-transaction.server.ts'
import { keepFile } from '../../domain/imports/imports.server.ts'
import { action as confirm } from '../import/check/route.tsx'
import { describeCommand } from './commands.server.ts'

const owner = await anAdmin('Owner Amina')
const approver = await aStaffMember(['manager'], 'Manager Otieno')
const cashier = await aStaffMember(['cashier'], 'Cashier Wanjiru')
const { dollars } = await twoAccounts()

beforeAll(async () => {
  await onlyStaff(owner, approver, cashier)
  await setLimit('payment', 100)
})
afterAll(clearLimits)

const line: ProposalLine = {
  act: 'staff',
  subjectId: cashier.userId,
  investmentId: null,
  projectId: null,
  amount: null,
  limit: null,
  daySum: null,
}
const rolesOf = (...roles: string[]) => {
  const input = { userId: cashier.userId, roles }
  return proposeBy(owner, { command: 'change-roles', input, title: 'Roles', lines: [line] })
}
const withdraw = (proposalId: string) =>
  as(owner, (admin) => decideProposal(admin, { proposalId, state: 'withdrawn' }))
const factsOf = async (command: string, input: object) => {
  const { facts } = await as(approver, (admin) => describeCommand(admin, command, input))
  return Object.fromEntries(facts)
}

test('APPR-070 a form without a key waits once while its equal waits, also when sent twice in one moment', async () => {
  const [first, again] = await Promise.all([rolesOf('support'), rolesOf('support')])
  expect(again).toBe(first)
  expect(await rolesOf('auditor')).not.toBe(first)
  await withdraw(first)
  const later = await rolesOf('support')
  expect(later).not.toBe(first)
  await change('update app.proposal set expires_at = now() where id = $1', [later])
  expect(await rolesOf('support')).not.toBe(later)
})

test('APPR-071 a file whose import waits for approval says so, and is not proposed again', async () => {
  const { investor, projectId } = await aHolding()
  const { rows } = await change<{ slug: string }>('select slug from app.project where id = $1', [
    projectId,
  ])
  const content = [
    'Investor email,Project slug,Amount (USD),Date,Method,Reference',
    `${investor.email},${rows[0]?.slug},150.00,2026-03-20,Cash,${randomUUID().slice(0, 8)}`,
    `nobody@example.com,${rows[0]?.slug},20.00,2026-03-20,Cash,X1`,
  ].join('\n')
  const file = { list: 'payments' as const, name: 'payments.csv', content }
  const kept = await as(cashier, (admin) => keepFile(admin, file))
  if (!('importId' in kept)) throw new Error('the file was not kept')
  const path = `/admin-dashboard/import/payments/${kept.importId}?problems=left-out`
  const shown = async () => (await ask(path, { cookie: await cookiesOf(cashier) })).html
  const before = await shown()
  const [, fingerprint = ''] = /name="fingerprint" value="([0-9a-f]+)"/.exec(before) ?? []
  expect(wordsOf(before)).toContain('Import 1 row')
  const send = async () => {
    const request = requestBy(cashier, path, { method: 'POST', body: formOf({ fingerprint }) })
    const params = { list: 'payments', importId: kept.importId }
    const sent = { ...request, params, url: new URL(path, 'http://localhost') }
    return confirm(sent as unknown as Parameters<typeof confirm>[0]).catch((thrown) => thrown)
  }
  expect(await send()).toMatchObject({ status: 303 })
  const after = wordsOf(await shown())
  expect(after).toContain('Waiting for approval: Import of payments from payments.csv')
  expect(after).not.toContain('Import 1 row')
  expect(await send()).toMatchObject({
    data: { reply: { message: expect.stringContaining('is already waiting for approval') } },
  })
  const input = { list: 'payments', importId: kept.importId, fingerprint, leavesOut: true }
  expect(await factsOf('confirm-import', input)).toMatchObject({
    'Rows to add': '1',
    'Rows with a problem': '1',
  })
})

test('APPR-072 who approves an undone match sees the payments it takes back', async () => {
  const { investmentId } = await aHolding('Halima Osman', 'Coastal Villas')
  const transactionId = await aTransaction(dollars, { minor: 5_000n })
  const parts = [{ investmentId, minor: null }]
  await as(owner, (admin) => matchTransaction(admin, { key: randomUUID(), transactionId, parts }))
  const input = { key: randomUUID(), transactionId, reason: 'Wrong investor' }
  expect(await factsOf('undo-match', input)).toMatchObject({
    Undoes: expect.stringMatching(/^Halima Osman, Coastal Villas: \$50 of .*, receipt R-/),
  })
  expect(await factsOf('match-transaction', { ...input, parts })).toMatchObject({
    'Halima Osman, Coastal Villas': 'as much as remains to be paid; $34,950 remaining',
  })
})

test('APPR-073 who approves a changed investment sees its status and date', async () => {
  const { investmentId } = await aHolding()
  const opened = await anOpenedEdit(owner, investmentId)
  const input = { ...opened, status: 'completed' as const, fullyPaid: true }
  expect(await factsOf('edit-investment', { investmentId, input })).toMatchObject({
    'New status': 'Completed',
    'New received amount': '$35,000',
    'Investment date': '1 Feb 2026',
  })
})

test('APPR-074 a proposal says that the account of who proposed it is inactive, and whom it is about', async () => {
  const leaving = await aStaffMember(['owner'], 'Leaving Omar')
  const input = { userId: approver.userId, roles: ['support'] }
  const lines = [{ ...line, subjectId: approver.userId }]
  const proposal = { command: 'change-roles', input, title: 'Roles', lines }
  const id = await proposeBy(leaving, proposal)
  const shownTo = async (person: typeof owner) =>
    wordsOf(
      (await ask(`/admin-dashboard/approvals/${id}`, { cookie: await cookiesOf(person) })).html,
    )
  expect(await shownTo(approver)).toContain('This is about your own account.')
  expect(await shownTo(owner)).not.toContain('account is inactive')
  await onlyStaff(owner, approver, cashier)
  expect(await shownTo(owner)).toContain('Their account is inactive now.')
  expect(await as(owner, (admin) => findProposal(admin, id))).toMatchObject({ state: 'open' })
})

test('APPR-075 the list By one person names the member of staff and the payment account', async () => {
  const colleague = await aStaffMember(['support'], 'Colleague Sahra')
  await onlyStaff(owner, cashier, colleague)
  await change(
    `insert into app.two_person_act (act, subject_id, done_by, by_one_person)
     values ('staff', $1, $2, true), ('payment-account', $3, $2, true)`,
    [colleague.userId, owner.userId, dollars],
  )
  const { rows } = await change<{ name: string }>(
    'select name from app.payment_account where id = $1',
    [dollars],
  )
  const words = wordsOf(
    (await ask('/admin-dashboard/approvals?show=one-person', { cookie: await cookiesOf(owner) }))
      .html,
  )
  expect(words).toContain('Staff roles Colleague Sahra')
  expect(words).toContain(`Payment account ${rows[0]?.name}`)
})

test('APPR-076 a day of the limits begins at midnight in Nairobi', async () => {
  await onlyStaff(owner, approver, cashier)
  const { investmentId } = await aHolding()
  const { paymentId } = await aPayment(owner, investmentId, ['60', '2026-03-31'])
  const moveTo = async (time: string) => {
    await change('alter table app.ledger_entry disable trigger user')
    await change(
      `update app.ledger_entry set recorded_at = (date_trunc('day', now() at time zone 'Africa/Nairobi')
         + $2::interval) at time zone 'Africa/Nairobi' where id = $1`,
      [paymentId, time],
    )
    await change('alter table app.ledger_entry enable trigger user')
  }
  const pay = () => aPayment(owner, investmentId, ['50', '2026-03-31'])
  await moveTo('0 seconds')
  await expect(pay()).rejects.toMatchObject({ code: 'MA001' })
  await moveTo('-1 second')
  await expect(pay()).resolves.toHaveProperty('paymentId')
})
