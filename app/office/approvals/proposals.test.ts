import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { onlyStaff, proposeBy } from '../../../tests/approvals.ts'
import { change } from '../../../tests/database.ts'
import { aHolding, aPayment } from '../../../tests/ledger.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  aStaffMember,
  as,
  day,
} from '../../../tests/people.ts'
import type { ProposalLine } from '../../domain/approvals/approval.ts'
import { countWaiting } from '../../domain/approvals/open-proposals.server.ts'
import { decideProposal, findProposal } from '../../domain/approvals/proposals.server.ts'
import { sentenceOf } from '../../domain/audit/audit-sentence.ts'
import { recordDistribution } from '../../domain/distributions/record-distribution.server.ts'
import { sendDistribution } from '../../domain/distributions/send-distribution.server.ts'
import { importChoices } from '../../domain/imports/import-list.ts'
import { keepFile, sweepImports } from '../../domain/imports/imports.server.ts'
import { removeInvestment } from '../../domain/investments/remove-investment.server.ts'
import { removeProject } from '../../domain/projects/remove-project.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { describeCommand, runCommand } from './commands.server.ts'

const owner = await anAdmin('Owner Amina')
const second = await anAdmin('Second Omar')
const approver = await aStaffMember(['manager'], 'Manager Otieno')

beforeAll(() => onlyStaff(owner, second, approver))

const line: ProposalLine = {
  act: 'payment',
  subjectId: null,
  investmentId: null,
  projectId: null,
  amount: usd('20'),
  limit: usd('10'),
  daySum: usd('20'),
}

type Subject = Partial<ProposalLine> & { key?: string }

const aProposal = async ({ key = randomUUID(), ...about }: Subject = {}) => {
  const lines = [{ ...line, ...about }]
  const proposal = { command: 'record-payment', key, input: {}, title: 'A payment', lines }
  return proposeBy(owner, proposal)
}

const decide = (proposalId: string, state: 'declined' | 'withdrawn') =>
  as(state === 'declined' ? second : owner, (admin) =>
    decideProposal(admin, { proposalId, state, reason: 'No' }),
  )

test('APPR-050 an investment and a project that were only proposed something can be deleted', async () => {
  const project = await aProject('Proposed Towers')
  const investor = await anInvestor('Hodan Abdi')
  const investmentId = await anInvestment(investor.investorId, project, usd('1,000'))
  const proposal = await aProposal({ investmentId, projectId: project })
  await decide(proposal, 'declined')
  expect(await as(owner, (admin) => removeInvestment(admin, investmentId, 'delete'))).toEqual({
    removed: 'deleted',
  })
  expect(await as(owner, (admin) => removeProject(admin, project, 'delete'))).toMatchObject({
    removed: 'deleted',
  })
  expect(await as(second, (admin) => findProposal(admin, proposal))).toMatchObject({
    lines: [{ investmentId, projectId: project }],
  })
})

test.each(['declined', 'withdrawn', 'expired'] as const)(
  'APPR-051 a form that is sent again after its proposal was %s waits again',
  async (end) => {
    const key = randomUUID()
    const first = await aProposal({ key })
    expect(await aProposal({ key })).toBe(first)
    if (end === 'expired')
      await change('update app.proposal set expires_at = now() where id = $1', [first])
    else await decide(first, end)
    const again = await aProposal({ key })
    expect(again).not.toBe(first)
    expect(await as(second, (admin) => findProposal(admin, again))).toMatchObject({ state: 'open' })
  },
)

test('APPR-052 what is about oneself or an investment of oneself does not wait for oneself', async () => {
  const waiting = () => as(approver, countWaiting)
  const approval = async (id: string) =>
    (await as(approver, (admin) => findProposal(admin, id)))?.approval
  const before = await waiting()
  const investor = await anInvestor('Otieno as an investor')
  await change('update app.investor set user_id = $1 where id = $2', [
    approver.userId,
    investor.investorId,
  ])
  const investmentId = await anInvestment(investor.investorId, await aProject(), usd('1,000'))
  const own = await aProposal({ investmentId })
  const role = await aProposal({ act: 'staff', subjectId: approver.userId, amount: null })
  expect(await waiting()).toBe(before)
  expect([await approval(own), await approval(role)]).toEqual([null, null])
  const other = await aProposal()
  expect(await waiting()).toBe(before + 1)
  expect(await approval(other)).toBe('second-person')
})

test('APPR-053 the file of an import is kept while its proposal waits, and its rows are shown', async () => {
  const content = 'Currency,Our rate,Date\nKES,129.5,2026-03-31\nKES,130.25,2026-04-01\n'
  const kept = await as(owner, (admin) =>
    keepFile(admin, { list: 'exchange-rates', name: 'rates.csv', content }),
  )
  if (!('importId' in kept)) throw new Error('the file was not kept')
  const { importId } = kept
  const choices = importChoices(new URLSearchParams({ 'as:Our rate': 'rate' }))
  const input = { list: 'exchange-rates', importId, fingerprint: '', choices } as const
  const described = await as(approver, (admin) => describeCommand(admin, 'confirm-import', input))
  expect(Object.fromEntries(described.facts)).toMatchObject({
    'Rows to add': '2',
    Rows: expect.stringContaining('130.25'),
  })
  const lines = [{ ...line, act: 'rate' as const, amount: null, limit: null, daySum: null }]
  const proposal = { command: 'confirm-import', key: randomUUID(), input, title: 'Rates', lines }
  const proposalId = await proposeBy(owner, proposal)
  const found = await as(approver, (admin) => findProposal(admin, proposalId))
  expect(found?.input).toEqual(input)
  const run = await as(owner, (admin) => runCommand(admin, 'confirm-import', found?.input))
  expect(run).toEqual({ refused: 'moved' })
  await change(`update app.import_file set kept_at = now() - interval '2 days' where id = $1`, [
    importId,
  ])
  const isKept = async () =>
    (await change('select 1 from app.import_file where id = $1', [importId])).rows.length === 1
  await workerCommand(sweepImports)
  expect(await isKept()).toBe(true)
  await decide(proposalId, 'withdrawn')
  await workerCommand(sweepImports)
  expect(await isKept()).toBe(false)
})

test('APPR-054 the audit log says that a proposal was added, approved, declined or withdrawn', () => {
  const words = (act: string, state: string) =>
    sentenceOf({ act, subject: 'proposal', before: {}, after: { state } }, [])
  expect(words('insert', 'open')).toBe('Proposed for approval')
  expect(words('update', 'approved')).toBe('Approved a proposal')
  expect(words('update', 'declined')).toBe('Declined a proposal')
  expect(words('update', 'withdrawn')).toBe('Withdrew a proposal')
})

test('APPR-082 who approves a distribution, its sending or its void sees its shares and what was sent', async () => {
  const { projectId, investmentId } = await aHolding()
  await aPayment(owner, investmentId, ['500', '2026-03-31'])
  const facts = { note: null, seen: null, again: false, datedOn: day('2026-04-01') }
  const input = { key: randomUUID(), projectId, total: usd('100'), ...facts }
  const factsOf = async (command: string, named: object) =>
    Object.fromEntries((await as(second, (admin) => describeCommand(admin, command, named))).facts)
  expect(await factsOf('record-distribution', input)).toMatchObject({
    'Split now among': '1 investment',
  })
  const made = await as(owner, (admin) => recordDistribution(admin, input))
  if (!('distributionId' in made)) throw new Error(made.refused)
  const { distributionId } = made
  const voiding = { key: randomUUID(), distributionId, reason: 'Wrong quarter' }
  const how = { sentOn: facts.datedOn, method: 'cash' as const, reference: null, left: [], seen: 1 }
  const sending = { key: randomUUID(), distributionId, ...how }
  expect(await factsOf('void-distribution', voiding)).toMatchObject({ 'Sent of it': 'nothing' })
  expect(await factsOf('send-distribution', sending)).toMatchObject({ 'Shares to send': '1' })
  await as(owner, (admin) => sendDistribution(admin, sending))
  expect(await factsOf('void-distribution', voiding)).toMatchObject({
    'Sent of it': '$100, 1 of 1 share',
  })
})
