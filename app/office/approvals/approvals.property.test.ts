import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clearLimits, onlyStaff, setLimit } from '../../../tests/approvals.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, aStaffMember } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { nothingNext, on, reason } from '../../../tests/two-person-acts.ts'
import { recordPayment } from '../../domain/payments/record-payment.server.ts'
import { recordRefund } from '../../domain/payments/record-refund.server.ts'
import { voidEntry } from '../../domain/payments/void-entry.server.ts'
import { cents, usd } from '../../values/money.ts'
import { adminCommandOrProposal } from './approvable.server.ts'
import { approveProposal } from './approve-proposal.server.ts'

const people = [
  await aStaffMember(['cashier']),
  await aStaffMember(['cashier', 'manager']),
  await anAdmin(),
]
let projectId = ''
let investorId = ''
const limit = 10_000

beforeAll(async () => {
  await onlyStaff(...people)
  for (const act of ['payment', 'refund', 'void']) await setLimit(act, limit / 100)
  projectId = await aProject()
  investorId = (await anInvestor()).investorId
})
afterAll(clearLimits)

const acts = ['pay', 'refund', 'void', 'approve', 'approve'] as const
type Act = { act: (typeof acts)[number]; who: number; which: number; amount: number }
const anAct: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...acts),
  who: fc.nat(2),
  which: fc.nat(99),
  amount: fc.integer({ min: 1, max: 2 * limit }),
})

const money = { method: 'cash' as const, reference: null, note: null }
const idsOf = async (statement: string, investmentId: string) =>
  (await change(statement, [investmentId])).rows.map(({ id }) => id)

async function perform(investmentId: string, { act, who, which, amount }: Act) {
  const { context } = requestBy(people[who] ?? null, '/admin-dashboard')
  const key = randomUUID()
  if (act === 'pay') {
    const input = { key, amount: cents(BigInt(amount)), receivedOn: on, ...money, ...nothingNext }
    const proposing = { command: 'record-payment' as const, input: { investmentId, input }, key }
    return adminCommandOrProposal(context, proposing, (admin) =>
      recordPayment(admin, investmentId, input),
    )
  }
  if (act === 'refund') {
    const input = { key, amount: cents(BigInt(amount)), refundedOn: on, ...money, reason }
    const proposing = { command: 'record-refund' as const, input: { investmentId, input }, key }
    return adminCommandOrProposal(context, proposing, (admin) =>
      recordRefund(admin, investmentId, input),
    )
  }
  if (act === 'void') {
    const entries = await idsOf(
      `select id from app.ledger_entry e where investment_id = $1 and kind <> 'void'
        and not exists (select from app.ledger_entry v where v.voids_id = e.id) order by recorded_at, id`,
      investmentId,
    )
    const entryId = entries[which % Math.max(entries.length, 1)]
    if (!entryId) return null
    const input = { key, entryId, reason, voidedOn: on }
    const proposing = { command: 'void-entry' as const, input: { ...input, investmentId }, key }
    return adminCommandOrProposal(context, proposing, (admin) => voidEntry(admin, input))
  }
  const proposals = await idsOf(
    `select distinct p.id from app.proposal p join app.proposal_line l on l.proposal_id = p.id
     where l.investment_id = $1 and p.state = 'open' order by p.id`,
    investmentId,
  )
  const proposalId = proposals[which % Math.max(proposals.length, 1)]
  return proposalId ? approveProposal(context, proposalId) : null
}

type Sum = { kind: string; alone: number; unapproved: number }

test('APPR-030 whatever is done and approved by whom, no day comes to more than its limit without a second person', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAct, { minLength: 4, maxLength: 14 }), async (done) => {
      const investmentId = await anInvestment(investorId, projectId, usd('400'))
      for (const act of done) await perform(investmentId, act)
      const { rows } = await change<Sum>(
        `select kind, count(*) filter (where approved_by = recorded_by)::int as alone,
           coalesce(sum(abs(amount_cents)) filter (where approved_by is null), 0)::int as unapproved
         from app.ledger_entry where investment_id = $1 group by kind`,
        [investmentId],
      )
      for (const { alone, unapproved } of rows) {
        expect(alone).toBe(0)
        expect(unapproved).toBeLessThanOrEqual(limit)
      }
      const { rows: entries } = await change<{ approved: number; proposals: number; by: number }>(
        `select (select count(*) from app.ledger_entry where investment_id = $1 and approved_by is not null)::int as approved,
           (select count(distinct p.id) from app.proposal p join app.proposal_line l on l.proposal_id = p.id
            where l.investment_id = $1 and p.state = 'approved')::int as proposals,
           (select count(*) from app.ledger_entry e join app.proposal p on p.decided_by = e.approved_by
              and p.proposed_by = e.recorded_by and p.decided_at = e.recorded_at where e.investment_id = $1)::int as by`,
        [investmentId],
      )
      const [entry] = entries
      expect(entry?.approved).toBe(entry?.proposals)
      expect(entry?.by).toBe(entry?.approved)
    }),
    { numRuns: 40 },
  )
})
