import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { paymentForm, signInOverHttp } from './http-admin.ts'
import { aMemberOfStaff, anOpenInvestment, look, type OpenInvestment } from './look.ts'
import { clearAway, type Program, startProgram } from './program.ts'

/** Pays a dollar again and again until the program or its database is gone; answers which payments were confirmed. */
async function payUntilItBreaks(
  program: Program,
  { id: investmentId, day }: OpenInvestment,
  round: string,
  onConfirmed: (count: number) => void,
) {
  const admin = await signInOverHttp(program.origin)
  const confirmed: string[] = []
  const payer = async (name: string) => {
    for (let count = 0; count < 500; count++) {
      const reference = `${round}-${name}-${count}`
      try {
        const answer = await admin.post(
          `/admin-dashboard/investments/${investmentId}/payment`,
          paymentForm('1', day, reference),
        )
        if (answer.status >= 500) return
        if (answer.status !== 303)
          throw new Error(`a payment answered ${answer.status}: ${await answer.text()}`)
      } catch (fault) {
        if (fault instanceof TypeError) return
        throw fault
      }
      confirmed.push(reference)
      onConfirmed(confirmed.length)
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(payer))
  return confirmed
}

const wholePayments = `select e.reference,
    (select count(*)::int from app.receipt r where r.entry_id = e.id) as receipts,
    (select count(*)::int from app.event v where v.kind = 'payment.recorded' and v.payload ->> 'paymentId' = e.id::text) as events,
    (select count(*)::int from app.outbox o where o.subject_id = e.id) as mails
  from app.ledger_entry e where e.reference like $1`

async function expectNothingLost(
  program: Program,
  investmentId: string,
  round: string,
  confirmed: string[],
) {
  const { kept, investment } = await look(program, async (query) => ({
    kept: await query(wholePayments, [`${round}-%`]),
    investment: await query(
      `select received_cents = (select sum(amount_cents) from app.ledger_entry where investment_id = i.id) as exact
       from app.investment i where id = $1`,
      [investmentId],
    ),
  }))
  expect(confirmed.length).toBeGreaterThan(20)
  expect(kept.map(({ reference }) => reference)).toEqual(expect.arrayContaining(confirmed))
  expect(
    kept.filter(({ receipts, events, mails }) => receipts !== 1 || events !== 1 || mails !== 1),
  ).toEqual([])
  expect(investment).toEqual([{ exact: true }])
}

test('a program killed in the middle of payments loses none that it confirmed and keeps no half of one', async () => {
  test.setTimeout(240_000)
  let program = await startProgram()
  const investment = await anOpenInvestment(program)

  const first = await payUntilItBreaks(program, investment, 'program', (count) => {
    if (count === 40) void program.kill()
  })
  program = await startProgram({}, program.dataDir)
  await expectNothingLost(program, investment.id, 'program', first)

  const postmaster = await look(program, async (query) => {
    const [{ data_directory: folder }] = (await query('show data_directory')) as [
      { data_directory: string },
    ]
    return Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0])
  })
  const second = await payUntilItBreaks(program, investment, 'database', (count) => {
    if (count === 40) process.kill(postmaster, 'SIGKILL')
  })
  await program.kill()
  program = await startProgram({}, program.dataDir)
  await expectNothingLost(program, investment.id, 'database', second)

  await program.stop()
  await clearAway(program)
})

const reference = (count: number) => `proposed-${count}`

/** Proposals of a cashier to record payments of two dollars, where one needs no approval. */
async function someProposals(program: Program, { id, day }: OpenInvestment, many: number) {
  const email = await aMemberOfStaff(program, 'cashier')
  await look(program, (query) =>
    query(`update app.approval_limit set amount_cents = 100 where act = 'payment'`),
  )
  const cashier = await signInOverHttp(program.origin, email)
  for (let count = 0; count < many; count += 1) {
    const path = `/admin-dashboard/investments/${id}/payment`
    const { status } = await cashier.post(path, paymentForm('2', day, reference(count)))
    if (status !== 303) throw new Error(`Proposing a payment answered ${status}`)
  }
  return look(program, (query) =>
    query(`select id, input -> 'input' ->> 'reference' as reference from app.proposal
      where command = 'record-payment'`),
  ) as Promise<{ id: string; reference: string }[]>
}

/** Approves proposals, four at a time, until the program is gone; answers which approvals were confirmed. */
async function approveUntilItBreaks(
  program: Program,
  proposals: { id: string; reference: string }[],
  onConfirmed: (count: number) => void,
) {
  const admin = await signInOverHttp(program.origin)
  const left = [...proposals]
  const confirmed: string[] = []
  const approver = async () => {
    for (let proposal = left.pop(); proposal; proposal = left.pop()) {
      const path = `/admin-dashboard/approvals/${proposal.id}`
      try {
        const { status } = await admin.post(path, { decision: 'approved' })
        if (status >= 500) return
        if (status === 303) confirmed.push(proposal.reference)
        onConfirmed(confirmed.length)
      } catch (fault) {
        if (fault instanceof TypeError) return
        throw fault
      }
    }
  }
  await Promise.all([approver(), approver(), approver(), approver()])
  return confirmed
}

/** Which proposals were approved, and that exactly these have one whole payment, recorded by the cashier. */
async function expectWhole(program: Program): Promise<string[]> {
  const { approved, kept } = await look(program, async (query) => ({
    approved: await query(`select input -> 'input' ->> 'reference' as reference from app.proposal
      where command = 'record-payment' and state = 'approved' order by 1`),
    kept: await query(`${wholePayments} and e.approved_by is not null order by 1`, ['proposed-%']),
  }))
  const whole = approved.map((row) => ({ ...row, receipts: 1, events: 1, mails: 1 }))
  expect(kept).toEqual(whole)
  return approved.map((row) => String(row.reference))
}

test('APPR-066 a program killed in the middle of approvals carries out each wholly or not at all, and none twice', async () => {
  test.setTimeout(240_000)
  let program = await startProgram()
  const proposals = await someProposals(program, await anOpenInvestment(program), 40)
  const confirmed = await approveUntilItBreaks(program, proposals, (count) => {
    if (count === 15) void program.kill()
  })
  program = await startProgram({}, program.dataDir)
  const approved = await expectWhole(program)
  expect(confirmed.length).toBeGreaterThanOrEqual(15)
  expect(approved).toEqual(expect.arrayContaining(confirmed))
  expect(approved.length).toBeLessThan(40)

  const others = await approveUntilItBreaks(program, proposals, () => undefined)
  expect(others).toHaveLength(40 - approved.length)
  expect(await expectWhole(program)).toHaveLength(40)
  await program.stop()
  await clearAway(program)
})
