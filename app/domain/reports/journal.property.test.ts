import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { aPaymentAccount, aRate, aTransaction } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { sendAll, sendLatest } from '../../../tests/distributions.ts'
import { investmentInFull, sendPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { cents, subtract, usd } from '../../values/money.ts'
import { linkEntry } from '../bank-transactions/link-entry.server.ts'
import { companyFacts } from '../company/company.server.ts'
import { recordDistribution } from '../distributions/record-distribution.server.ts'
import { voidDistribution } from '../distributions/void-distribution.server.ts'
import { recordAdjustment } from '../payments/adjust.server.ts'
import { recordRefund } from '../payments/record-refund.server.ts'
import { journalIds, readJournal } from './journal.server.ts'
import type { JournalLine } from './journal.ts'

const admin = await anAdmin()
const key = () => randomUUID()
const reason = 'By the model'
const always = { from: day('1900-01-01'), to: day('2199-12-31') }

beforeAll(() => aRate('KES', '129.24'))

const journal = (period = always) =>
  as(admin, async (actor) => readJournal(actor, await journalIds(actor, period)))

const shillings = (minor: bigint) => ({
  ...{ minor, currency: 'KES' as const, rate: null },
  ...{ source: 'company' as const, isConfirmed: true },
})

const acts = [
  'dollars',
  'shillings',
  'rest',
  'refund',
  'adjust',
  'void',
  'share',
  'send',
  'unshare',
] as const
type Act = { act: (typeof acts)[number]; which: number; amount: number; on: number }
const step: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...acts),
  which: fc.nat(99),
  amount: fc.integer({ min: 1, max: 30_000 }),
  on: fc.integer({ min: 1, max: 31 }),
})
type Facts = Act & { investmentId: string; projectId: string; date: ReturnType<typeof day> }

const money = ({ which, amount }: Act) =>
  which % 2 === 0 ? cents(BigInt(amount)) : shillings(BigInt(amount) * 100n)

/** A whole amount of shillings for what remains: rounded up, or down so that the last cents are closed. */
async function payRest({ investmentId, which, date }: Facts) {
  const { amount, received } = await investmentInFull(admin, investmentId)
  const minor = (subtract(amount, received) * 12_924n) / 100n
  const whole = (minor / 100n + (which % 2 === 0 ? 1n : 0n)) * 100n
  await sendPayment(admin, investmentId, { amount: shillings(whole), receivedOn: date })
}

async function voidOne({ investmentId, which }: Facts) {
  const { rows } = await change(
    `select id from app.ledger_entry where investment_id = $1 and kind <> 'void' order by recorded_at, id`,
    [investmentId],
  )
  const entry = rows[which % Math.max(rows.length, 1)]
  if (entry) await takeBack(admin, entry.id, '2026-03-31')
}

async function voidShares({ projectId }: Facts) {
  const { rows } = await change('select id from app.distribution where project_id = $1', [
    projectId,
  ])
  for (const { id } of rows.slice(0, 1))
    await as(admin, (actor) => voidDistribution(actor, { key: key(), distributionId: id, reason }))
}

async function adjust({ investmentId, amount, date }: Facts) {
  const { version } = await investmentInFull(admin, investmentId)
  const received = cents(BigInt(amount))
  await as(admin, (actor) =>
    recordAdjustment(actor, investmentId, {
      ...{ key: key(), version, received, reason },
      datedOn: date,
    }),
  )
}

/** Each act through the product's commands; some are refused. */
const commands: Record<(typeof acts)[number], (facts: Facts) => Promise<unknown>> = {
  dollars: ({ investmentId, amount, date }) =>
    sendPayment(admin, investmentId, { amount: cents(BigInt(amount)), receivedOn: date }),
  shillings: ({ investmentId, amount, date }) =>
    sendPayment(admin, investmentId, {
      amount: shillings(BigInt(amount) * 100n),
      receivedOn: date,
    }),
  rest: payRest,
  refund: (facts) =>
    as(admin, (actor) =>
      recordRefund(actor, facts.investmentId, {
        ...{ key: key(), amount: money(facts), refundedOn: facts.date, reason },
        ...{ method: 'cash', reference: null },
      }),
    ),
  adjust,
  void: voidOne,
  share: (facts) =>
    as(admin, (actor) =>
      recordDistribution(actor, {
        ...{ key: key(), projectId: facts.projectId, total: money(facts), datedOn: facts.date },
        ...{ note: null, seen: null, again: true },
      }),
    ),
  send: ({ projectId, which }) => sendLatest(admin, projectId, which % 2 === 0),
  unshare: voidShares,
}

const debited = (lines: readonly JournalLine[], code?: string) =>
  lines.reduce(
    (sum, line) => (code && line.code !== code ? sum : sum + line.debit - line.credit),
    0n,
  )

/** What the database has, without the journal. */
async function figures() {
  const { rows } = await change<Record<'net' | 'paidOut' | 'rounding' | 'adjusted', string>>(
    `select coalesce(sum(amount_cents), 0)::text as net,
       coalesce(sum(amount_cents) filter (where kind = 'adjustment' and rounds_id is null or kind = 'void' and exists
         (select from app.ledger_entry s where s.id = e.voids_id and s.kind = 'adjustment' and s.rounds_id is null)), 0)::text
         as adjusted,
       (coalesce(sum(rounding_cents) filter (where not exists (select from app.ledger_entry v where v.voids_id = e.id)), 0)
         - coalesce(sum(amount_cents) filter (where rounds_id is not null and not exists
           (select from app.ledger_entry v where v.voids_id = e.id)), 0))::text as rounding,
       (select coalesce(sum(s.amount_cents), 0) from app.distribution_share s
         join app.sent_share t using (distribution_id, investment_id) where not exists
         (select from app.distribution_void v where v.distribution_id = s.distribution_id))::text as "paidOut"
     from app.ledger_entry e`,
  )
  const { net = '', paidOut = '', rounding = '', adjusted = '' } = rows[0] ?? {}
  return {
    ...{ net: BigInt(net), paidOut: BigInt(paidOut) },
    ...{ rounding: BigInt(rounding), adjusted: BigInt(adjusted) },
  }
}

function expectBalanced(lines: readonly JournalLine[]) {
  for (const [number, own] of Map.groupBy(lines, (line) => line.number)) {
    expect(debited(own), number).toBe(0n)
    for (const { debit, credit } of own) expect(debit > 0n !== credit > 0n).toBe(true)
  }
}

test('BANK-472 every ledger gives a journal that balances by entry and in total, with the ledger’s net as investors’ funds', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (todo) => {
      const projectId = await aProject()
      const investments = await Promise.all(
        ['Ali', 'Ben'].map(async (name) =>
          anInvestment((await anInvestor(name)).investorId, projectId, usd('400')),
        ),
      )
      for (const act of todo) {
        const investmentId = investments[act.which % 2] ?? ''
        const date = day(`2026-03-${String(act.on).padStart(2, '0')}`)
        await commands[act.act]({ ...act, projectId, investmentId, date })
      }
      const lines = await journal()
      expectBalanced(lines)
      const { accountCodes: codes } = await as(admin, companyFacts)
      const { net, paidOut, rounding, adjusted } = await figures()
      expect(-debited(lines, codes.investors)).toBe(net)
      expect(debited(lines, codes.distributions)).toBe(paidOut)
      expect(-debited(lines, codes.rounding)).toBe(rounding)
      expect(debited(lines, codes.adjustments)).toBe(adjusted)
      expect(debited(lines, codes.cash)).toBe(net - adjusted + rounding - paidOut)
    }),
    { numRuns: 25 },
  )
}, 120_000)

async function aBook() {
  const projectId = await aProject('Quay House')
  const { investorId } = await anInvestor('Hodan Abdi')
  return { projectId, investmentId: await anInvestment(investorId, projectId, usd('400')) }
}

const ofEntry = async (number: string, period = always) =>
  (await journal(period))
    .filter((line) => line.number === number)
    .map(({ on, code, debit, credit }) => [on, code, Number(debit), Number(credit)])

async function paid(investmentId: string, form: Parameters<typeof sendPayment>[2]) {
  const answer = await sendPayment(admin, investmentId, form)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer
}

test('BANK-473 a void is the reverse of its entry on its own day, so that each month balances', async () => {
  const { investmentId } = await aBook()
  const form = { amount: usd('70'), receivedOn: day('2026-03-10') }
  const { paymentId, receiptNumber } = await paid(investmentId, form)
  await takeBack(admin, paymentId, '2026-03-20')
  const { rows } = await change('select id from app.ledger_entry where voids_id = $1', [paymentId])
  expect(await ofEntry(receiptNumber)).toEqual([
    ['2026-03-10', '1020', 7_000, 0],
    ['2026-03-10', '2000', 0, 7_000],
  ])
  const later = { from: day('2026-03-20'), to: day('2026-03-20') }
  expect(await ofEntry(rows[0]?.id ?? '', later)).toEqual([
    ['2026-03-20', '2000', 7_000, 0],
    ['2026-03-20', '1020', 0, 7_000],
  ])
  expect(await ofEntry(receiptNumber, later)).toEqual([])
})

test('BANK-474 cents that are not credited and last cents that are closed are rounding', async () => {
  const { investmentId } = await aBook()
  const more = await paid(investmentId, { amount: shillings(5_169_700n) })
  expect(await ofEntry(more.receiptNumber)).toEqual([
    ['2026-03-31', '1020', 40_001, 0],
    ['2026-03-31', '2000', 0, 40_000],
    ['2026-03-31', '4900', 0, 1],
  ])
  const other = await aBook()
  const less = await paid(other.investmentId, { amount: shillings(5_169_200n) })
  const { rows } = await change('select id from app.ledger_entry where rounds_id = $1', [
    less.paymentId,
  ])
  expect(await ofEntry(rows[0]?.id ?? '')).toEqual([
    ['2026-03-31', '4900', 3, 0],
    ['2026-03-31', '2000', 0, 3],
  ])
  const [line] = (await journal()).filter(({ number }) => number === less.receiptNumber)
  expect(line?.paid).toMatchObject({ minor: 5_169_200n, currency: 'KES', rate: '129.24' })
})

test('BANK-475 SENT-010 a distribution that is sent is a line of each investor’s share, and its void brings them back', async () => {
  const { projectId, investmentId } = await aBook()
  const second = await anInvestment((await anInvestor('Ali')).investorId, projectId, usd('400'))
  await paid(investmentId, { amount: usd('300') })
  await paid(second, { amount: usd('100') })
  const answer = await as(admin, (actor) =>
    recordDistribution(actor, {
      ...{ key: key(), projectId, total: usd('40'), datedOn: day('2026-03-31') },
      ...{ note: 'First quarter', seen: null, again: false },
    }),
  )
  const distributionId = 'distributionId' in answer ? answer.distributionId : ''
  const declaredOnly = (await journal()).filter(({ project }) => project === 'Quay House')
  expect(declaredOnly.filter(({ code }) => code === '3000')).toEqual([])
  const sent = await sendAll(admin, distributionId, '2026-04-02')
  const id = 'sendingId' in sent ? sent.sendingId : ''
  await as(admin, (actor) => voidDistribution(actor, { key: key(), distributionId, reason }))
  const lines = await journal()
  const shares = lines.filter(({ number, code }) => number === id && code === '3000')
  expect(shares.every(({ on }) => on === '2026-04-02')).toBe(true)
  expect(shares.map(({ investor, debit }) => [investor, Number(debit)]).toSorted()).toEqual([
    ['Ali', 1_000],
    ['Hodan Abdi', 3_000],
  ])
  const back = lines.filter(({ number }) => number === `void-${distributionId}`)
  expect(debited(back, '3000')).toBe(-4_000n)
  expect(debited(back)).toBe(0n)
  expect(back[0]?.description).toBe(`Void: Distribution, ${reason}`)
})

test('BANK-471 money is on the code of its payment account, also of one that its bank transaction names', async () => {
  const { investmentId } = await aBook()
  const accountId = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
  const named = await paid(investmentId, { amount: usd('100'), accountId })
  expect((await ofEntry(named.receiptNumber))[0]).toEqual(['2026-03-31', '1010', 10_000, 0])
  await change('update app.payment_account set account_code = $2 where id = $1', [
    accountId,
    '1201',
  ])
  expect((await ofEntry(named.receiptNumber))[0]).toEqual(['2026-03-31', '1201', 10_000, 0])
  const linked = await paid(investmentId, { amount: usd('50') })
  expect((await ofEntry(linked.receiptNumber))[0]).toEqual(['2026-03-31', '1020', 5_000, 0])
  const transactionId = await aTransaction(accountId, { minor: 5_000n })
  await as(admin, (actor) => linkEntry(actor, { transactionId, entryId: linked.paymentId }))
  await takeBack(admin, linked.paymentId, '2026-03-31')
  expect((await ofEntry(linked.receiptNumber))[0]).toEqual(['2026-03-31', '1201', 5_000, 0])
  const { rows } = await change('select id from app.ledger_entry where voids_id = $1', [
    linked.paymentId,
  ])
  expect((await ofEntry(rows[0]?.id ?? ''))[1]).toEqual(['2026-03-31', '1201', 0, 5_000])
})
