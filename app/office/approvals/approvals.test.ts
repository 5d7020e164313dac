import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clearLimits, onlyStaff, setLimit } from '../../../tests/approvals.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, aStaffMember } from '../../../tests/people.ts'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { usd } from '../../values/money.ts'
import { action as pay } from '../investments/payment/route.tsx'
import { action as decide, loader as open } from './$proposal/route.tsx'

const cashier = await aStaffMember(['cashier'], 'Cashier Wanjiru')
const approver = await aStaffMember(['manager'], 'Manager Otieno')
const owner = await anAdmin('Owner Amina')
const investor = await anInvestor('Hodan Abdi')
const project = await aProject('Garden City Apartments')
const anOpenOne = () => anInvestment(investor.investorId, project, usd('100,000'))

beforeAll(async () => {
  await onlyStaff(cashier, approver, owner)
  await setLimit('payment', 10_000)
})
afterAll(clearLimits)

type Person = { userId: string; email: string; name: string }

/** Sends the form of a payment; answers with the redirect's status and toast, or the reply. */
async function payBy(person: Person, investmentId: string, amount: string, key = randomUUID()) {
  const body = formOf({ key, amount, receivedOn: '2026-03-31', method: 'bank-transfer' })
  const path = `/admin-dashboard/investments/${investmentId}/payment`
  const args = { ...requestBy(person, path, { method: 'POST', body }), params: { investmentId } }
  return outcomeOf(pay(args as Parameters<typeof pay>[0]))
}

async function outcomeOf(work: Promise<unknown>) {
  const answer = await work.catch((thrown: unknown) => thrown)
  if (answer instanceof Error) throw answer
  if (answer instanceof Response) return { status: answer.status, toast: toastIn(answer) }
  return answer as { data: { reply: { message?: string; errors: object } } }
}

const toastIn = ({ headers }: Response) =>
  decodeURIComponent(headers.getSetCookie().find((cookie) => cookie.startsWith('toast=')) ?? '')

function decideBy(person: Person, proposalId: string, fields: Record<string, string>) {
  const path = `/admin-dashboard/approvals/${proposalId}`
  const init = { method: 'POST', body: formOf(fields) }
  const args = { ...requestBy(person, path, init), params: { proposalId } }
  return outcomeOf(decide(args as Parameters<typeof decide>[0]))
}

const approveBy = (person: Person, proposalId: string) =>
  decideBy(person, proposalId, { decision: 'approved' })

const entriesOf = async (investmentId: string) => {
  const { rows } = await change<{ amount: number; by: string; approved: string | null }>(
    `select amount_cents::int as amount, recorded_by as by, approved_by as approved from app.ledger_entry
     where investment_id = $1 order by recorded_at`,
    [investmentId],
  )
  return rows
}

const lastProposal = async (): Promise<string> => {
  const { rows } = await change('select id from app.proposal order by proposed_at desc limit 1')
  return rows[0]?.id ?? ''
}

describe('a payment by hand above the limit', () => {
  test('APPR-001 waits, and runs in the name of who proposed it when another approves', async () => {
    const id = await anOpenOne()
    const answer = await payBy(cashier, id, '10,000.01')
    expect(answer).toMatchObject({
      status: 303,
      toast: expect.stringContaining('Waiting for approval'),
    })
    expect(await entriesOf(id)).toEqual([])
    const proposal = await lastProposal()
    expect(await approveBy(approver, proposal)).toMatchObject({ status: 303 })
    expect(await entriesOf(id)).toEqual([
      { amount: 1_000_001, by: cashier.userId, approved: approver.userId },
    ])
  })

  test('APPR-002 and one at the limit does not wait', async () => {
    const id = await anOpenOne()
    expect(await payBy(cashier, id, '10,000')).toMatchObject({
      status: 303,
      toast: expect.stringContaining('Payment recorded'),
    })
    expect(await entriesOf(id)).toMatchObject([{ approved: null }])
  })

  test('APPR-003 the payments of one day on one investment are added up', async () => {
    const [id, other] = [await anOpenOne(), await anOpenOne()]
    await payBy(cashier, id, '6,000')
    await payBy(cashier, other, '6,000')
    expect(await payBy(owner, id, '4,000.01')).toMatchObject({
      toast: expect.stringContaining('together with others today, it comes to $10,000.01'),
    })
    expect(await entriesOf(id)).toHaveLength(1)
    await approveBy(approver, await lastProposal())
    // What another person approved does not count again.
    expect(await payBy(cashier, id, '4,000')).toMatchObject({
      toast: expect.stringContaining('Payment recorded'),
    })
  })

  test('APPR-004 bad input is refused at its field, before anything is proposed', async () => {
    const id = await anOpenOne()
    const before = await lastProposal()
    expect(await payBy(cashier, id, '100,001')).toMatchObject({ init: { status: 422 } })
    expect(await lastProposal()).toBe(before)
  })

  test('APPR-005 sent twice with its key, it is proposed once and recorded once', async () => {
    const id = await anOpenOne()
    const key = randomUUID()
    await payBy(cashier, id, '20,000', key)
    const proposal = await lastProposal()
    await payBy(cashier, id, '20,000', key)
    expect(await lastProposal()).toBe(proposal)
    await approveBy(approver, proposal)
    expect(await payBy(cashier, id, '20,000', key)).toMatchObject({
      toast: expect.stringContaining('Already approved'),
    })
    expect(await lastProposal()).toBe(proposal)
    expect(await entriesOf(id)).toHaveLength(1)
  })
})

test('APPR-067 a form sent again with other values is not taken for the proposal of the first', async () => {
  const id = await anOpenOne()
  const key = randomUUID()
  await payBy(cashier, id, '20,000', key)
  const proposal = await lastProposal()
  const other = { status: 303, toast: expect.stringContaining('Not proposed') }
  expect(await payBy(cashier, id, '30,000', key)).toMatchObject(other)
  expect(await lastProposal()).toBe(proposal)
  await approveBy(approver, proposal)
  expect(await payBy(cashier, id, '30,000', key)).toMatchObject(other)
  expect(await entriesOf(id)).toMatchObject([{ amount: 2_000_000 }])
})

test('APPR-068 a form sent again while its proposal waits, or after its approval, records nothing when its limit was taken away', async () => {
  const id = await anOpenOne()
  const key = randomUUID()
  await payBy(cashier, id, '20,000', key)
  await setLimit('payment', null)
  expect(await payBy(cashier, id, '20,000', key)).toMatchObject({
    toast: expect.stringContaining('Waiting for approval'),
  })
  expect(await entriesOf(id)).toEqual([])
  await approveBy(approver, await lastProposal())
  expect(await payBy(cashier, id, '20,000', key)).toMatchObject({
    toast: expect.stringContaining('Already approved'),
  })
  expect(await entriesOf(id)).toHaveLength(1)
  await setLimit('payment', 10_000)
})

describe('deciding', () => {
  async function aProposal(amount = '30,000', by = cashier) {
    const investmentId = await anOpenOne()
    await payBy(by, investmentId, amount)
    return { investmentId, proposalId: await lastProposal() }
  }

  test('APPR-006 no one approves or declines what they proposed themselves', async () => {
    const { proposalId, investmentId } = await aProposal('30,000', owner)
    for (const decision of ['approved', 'declined'])
      expect(await decideBy(owner, proposalId, { decision, reason: 'No' })).toMatchObject({
        data: { reply: { message: expect.stringContaining('You proposed this') } },
      })
    expect(await entriesOf(investmentId)).toEqual([])
  })

  test('APPR-007 who may not approve does not decide', async () => {
    const { proposalId } = await aProposal('30,000', owner)
    expect(await approveBy(cashier, proposalId)).toMatchObject({
      data: { reply: { message: 'Your role does not include approvals.' } },
    })
  })

  test('APPR-008 of two approvals in one moment one counts', async () => {
    const { proposalId, investmentId } = await aProposal()
    const answers = await Promise.all([
      approveBy(approver, proposalId),
      approveBy(owner, proposalId),
    ])
    expect(answers.filter((answer) => 'status' in answer)).toHaveLength(1)
    expect(JSON.stringify(answers)).toContain('decided in the meantime')
    expect(await entriesOf(investmentId)).toHaveLength(1)
  })

  test('APPR-009 what can no longer be done stays open, with the reason', async () => {
    const { proposalId, investmentId } = await aProposal('95,000')
    await payBy(cashier, investmentId, '9,000')
    expect(await approveBy(approver, proposalId)).toMatchObject({
      data: {
        reply: { message: expect.stringContaining('Less than this remains to be paid now.') },
      },
    })
    expect(await entriesOf(investmentId)).toHaveLength(1)
    expect(
      await decideBy(approver, proposalId, { decision: 'declined', reason: '' }),
    ).toMatchObject({
      data: { reply: { errors: { reason: 'Write why this is declined.' } } },
    })
    const declined = { decision: 'declined', reason: 'Paid in the meantime' }
    expect(await decideBy(approver, proposalId, declined)).toMatchObject({ status: 303 })
  })

  test('APPR-010 it survives that the roles of who proposed it change', async () => {
    const temporary = await aStaffMember(['cashier'], 'Temporary Ali')
    const { proposalId, investmentId } = await aProposal('30,000', temporary)
    await change('delete from auth.staff_role where user_id = $1', [temporary.userId])
    expect(await approveBy(approver, proposalId)).toMatchObject({ status: 303 })
    expect(await entriesOf(investmentId)).toMatchObject([{ by: temporary.userId }])
  })

  test('APPR-011 its limit may be lowered or taken away while it waits', async () => {
    const lowered = await aProposal()
    const freed = await aProposal()
    await setLimit('payment', 1)
    expect(await approveBy(approver, lowered.proposalId)).toMatchObject({ status: 303 })
    await setLimit('payment', null)
    expect(await approveBy(approver, freed.proposalId)).toMatchObject({ status: 303 })
    await setLimit('payment', 10_000)
    expect(await entriesOf(freed.investmentId)).toMatchObject([{ approved: approver.userId }])
  })

  test('APPR-012 it expires after 14 days, and can be withdrawn by who proposed it only', async () => {
    const { proposalId } = await aProposal()
    expect(await decideBy(approver, proposalId, { decision: 'withdrawn' })).toMatchObject({
      data: { reply: { message: expect.stringContaining('Only the person who proposed') } },
    })
    await change(`update app.proposal set expires_at = now() - interval '1 second' where id = $1`, [
      proposalId,
    ])
    expect(await approveBy(approver, proposalId)).toMatchObject({
      data: { reply: { message: expect.stringContaining('expired') } },
    })
    expect(await decideBy(cashier, proposalId, { decision: 'withdrawn' })).toMatchObject({
      status: 303,
    })
  })

  test('APPR-013 its page says what it would do and why it waits', async () => {
    const { proposalId } = await aProposal('12,345.67')
    const path = `/admin-dashboard/approvals/${proposalId}`
    const args = { ...requestBy(approver, path), params: { proposalId } }
    const shown = await open(args as unknown as Parameters<typeof open>[0])
    expect(shown).toMatchObject({
      proposal: {
        title: 'Payment of $12,345.67 for Hodan Abdi, Garden City Apartments',
        state: 'open',
        approval: 'second-person',
      },
      reasons: ['Payment by hand of $12,345.67, above the limit of $10,000.'],
      isOwn: false,
    })
    expect(Object.fromEntries(shown.description.facts)).toMatchObject({
      Remaining: '$100,000',
      'Received on': '31 Mar 2026',
    })
  })
})
