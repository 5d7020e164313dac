import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearLimits, onlyStaff } from '../../../tests/approvals.ts'
import { aPaymentAccount } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, aStaffMember, password } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'

const owner = await anAdmin('Owner Amina')
const approver = await aStaffMember(['manager'], 'Approver Otieno')
const home = '/admin-dashboard'
const cookie = await cookiesOf(approver)

beforeAll(() => onlyStaff(owner, approver))
afterAll(clearLimits)

const decide = (proposalId: string, fields: Record<string, string>) =>
  ask(`${home}/approvals/${proposalId}`, { cookie, form: fields })
const wordsOfProposal = async (proposalId: string) =>
  wordsOf((await ask(`${home}/approvals/${proposalId}`, { cookie })).html)

/** A change of an account's number that waits for approval. */
async function anAccountChange() {
  const accountId = await aPaymentAccount({ kind: 'bank' })
  const path = `${home}/company/accounts/${accountId}`
  const { rows: accounts } = await change<{ version: number }>(
    'select version from app.payment_account where id = $1',
    [accountId],
  )
  const fields = {
    version: String(accounts[0]?.version),
    kind: 'bank',
    name: 'M-Pesa',
    currency: 'KES',
  }
  const number = String(Math.floor(Math.random() * 1e9))
  const form = { ...fields, number, currentPassword: password }
  expect((await ask(path, { cookie: await cookiesOf(owner), form })).status).toBe(303)
  const { rows } = await change<{ id: string }>(
    'select id from app.proposal order by proposed_at desc limit 1',
  )
  return { proposalId: rows[0]?.id ?? '', accountId, number }
}

const numberOf = async (accountId: string) =>
  (
    await change<{ number: string }>('select number from app.payment_account where id = $1', [
      accountId,
    ])
  ).rows[0]?.number

test('APPR-063 who approves a change of a payment account confirms their identity; declining needs none', async () => {
  const { proposalId, accountId, number } = await anAccountChange()
  expect(await wordsOfProposal(proposalId)).toContain('Confirm your identity')
  for (const currentPassword of ['', 'not-the-password'])
    expect(await decide(proposalId, { decision: 'approved', currentPassword })).toMatchObject({
      status: 422,
    })
  expect(await numberOf(accountId)).not.toBe(number)
  const other = await anAccountChange()
  const declined = { decision: 'declined', reason: 'Ask the bank first' }
  expect(await decide(other.proposalId, declined)).toMatchObject({ status: 303 })
  const approved = { decision: 'approved', currentPassword: password }
  expect(await decide(proposalId, approved)).toMatchObject({ status: 303 })
  expect(await numberOf(accountId)).toBe(number)
})

test('APPR-064 an approved change still shows what was approved, and a refusal shows the state of now', async () => {
  const { proposalId, number } = await anAccountChange()
  const approved = { decision: 'approved', currentPassword: password }
  await decide(proposalId, approved)
  const words = await wordsOfProposal(proposalId)
  expect(words).toContain(`Number ${number}`)
  expect(words).not.toContain('Confirm your identity')
  const again = await decide(proposalId, approved)
  expect(again.status).toBe(422)
  expect(wordsOf(again.html)).toContain('This was decided in the meantime.')
})

test.each(['withdrawn', 'expired'] as const)(
  'APPR-080 what was %s is proposed again by its proposer with one press, once',
  async (end) => {
    const { proposalId, accountId, number } = await anAccountChange()
    const path = `${home}/approvals/${proposalId}`
    const own = await cookiesOf(owner)
    const send = (form: Record<string, string>) => ask(path, { cookie: own, form })
    const again = { decision: 'again', currentPassword: password }
    for (const currentPassword of ['not-the-password', password])
      expect(await send({ ...again, currentPassword })).toMatchObject({ status: 422 })
    if (end === 'withdrawn') await send({ decision: 'withdrawn' })
    else await change('update app.proposal set expires_at = now() where id = $1', [proposalId])
    expect(await wordsOfProposal(proposalId)).not.toContain('Propose again')
    expect(await decide(proposalId, again)).toMatchObject({ status: 422 })
    expect(wordsOf((await ask(path, { cookie: own })).html)).toContain('Propose again')
    expect(await send(again)).toMatchObject({ status: 303, location: `${home}/approvals` })
    expect(await send(again)).toMatchObject({ status: 422 })
    const words = wordsOf((await ask(path, { cookie: own })).html)
    expect(words).not.toContain('Propose again')
    expect(words).toContain('Proposed again Change of the payment account')
    const { rows } = await change<{ id: string }>(
      `select later.id from app.proposal later join app.proposal p on p.input = later.input
       where p.id = $1 and later.id <> p.id`,
      [proposalId],
    )
    expect(rows).toHaveLength(1)
    const approved = { decision: 'approved', currentPassword: password }
    expect(await decide(rows[0]?.id ?? '', approved)).toMatchObject({ status: 303 })
    expect(await numberOf(accountId)).toBe(number)
  },
)

test('APPR-081 what was done since it was withdrawn is not proposed again, and says why', async () => {
  const { proposalId, accountId } = await anAccountChange()
  const path = `${home}/approvals/${proposalId}`
  const own = await cookiesOf(owner)
  await ask(path, { cookie: own, form: { decision: 'withdrawn' } })
  await change('update app.payment_account set version = version + 1 where id = $1', [accountId])
  const again = { decision: 'again', currentPassword: password }
  const answer = await ask(path, { cookie: own, form: again })
  expect(answer.status).toBe(422)
  expect(wordsOf(answer.html)).toContain(
    'It has been changed since this was proposed. Open the page it is about, and propose it there',
  )
})
