import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { aPaymentAccount, aRate, aTransaction } from '../../../../tests/bank-transactions.ts'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { requestBy } from '../../../../tests/requests.ts'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import {
  excludeTransaction,
  reopenTransaction,
  returnMoney,
} from '../../../domain/bank-transactions/decide-transaction.server.ts'
import { matchTransaction } from '../../../domain/bank-transactions/match-transaction.server.ts'
import { usd } from '../../../values/money.ts'
import { loader as exportReconciliation } from './export/route.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const home = '/admin-dashboard/transactions/reconciliation'

beforeAll(() => aRate('KES', '129.24'))

const look = async (query = '') => ask(`${home}${query}`, { cookie })

/** A statement of some days with its balances, in hundredths; without them as some banks have none. */
const aStatement = (accountId: string, days: [string, string], balances: [number, number] | null) =>
  change(
    `insert into app.statement_file (payment_account_id, name, sha256, profile, from_on, to_on, opening_minor, closing_minor,
       lines, new_lines)
     values ($1, 'march.csv', encode(sha256(convert_to($2, 'UTF8')), 'hex'), 'mpesa-a', $3, $4, $5, $6, 0, 0)`,
    [accountId, randomUUID(), ...days, balances?.[0] ?? null, balances?.[1] ?? null],
  )

test('BANK-401 without an account, in an empty month and in a month of which a part was uploaded the page says so', async () => {
  expect(wordsOf((await look()).html)).toContain('No payment accounts yet')
  const account = await aPaymentAccount()
  const empty = wordsOf((await look(`?account=${account}`)).html)
  expect(empty).toContain('No transactions in')
  expect(empty).toContain('No statement was uploaded for')
  expect(empty).toMatch(/Opening, \d+ \w+ \d+ No statement states a balance Not known/)
  await aStatement(account, ['2026-03-03', '2026-03-10'], null)
  await aStatement(account, ['2026-03-09', '2026-03-30'], null)
  expect(wordsOf((await look(`?account=${account}&month=2026-03`)).html)).toContain(
    'No statement was uploaded for 1 Mar 2026 to 2 Mar 2026, 31 Mar 2026. The figures may not be complete.',
  )
  expect((await look(`?account=${randomUUID()}`)).status).toBe(404)
})

test('BANK-402 opening, in and out lead to the closing balance; a difference is said', async () => {
  const account = await aPaymentAccount()
  await aStatement(account, ['2026-03-01', '2026-03-31'], [1_000_000, 1_250_000])
  await aTransaction(account, { minor: 300_000n, on: '2026-03-05' })
  await aTransaction(account, {
    minor: -40_000n,
    on: '2026-03-06',
    leg: 'sweep',
    exclusion: 'sweep',
  })
  await aTransaction(account, { minor: 70_000n, on: '2026-04-01' })
  const page = async (month: string) =>
    wordsOf((await look(`?account=${account}&month=${month}`)).html)
  const march = await page('2026-03')
  expect(march).toContain('Opening, 1 Mar 2026 According to the statement KES 10,000.00')
  expect(march).toContain('Money in KES 3,000.00 Money out -KES 400.00')
  expect(march).toContain('Closing, 31 Mar 2026 According to the statement KES 12,500.00')
  expect(march).toMatch(/Difference .* KES 100\.00/)
  await aTransaction(account, {
    minor: -10_000n,
    on: '2026-03-07',
    leg: 'charge',
    exclusion: 'charge',
  })
  const mended = await page('2026-03')
  expect(mended).not.toContain('Difference')
  expect(mended).toContain('Charges 1 transaction KES 100.00')
  const april = await page('2026-04')
  expect(april).toContain('Opening, 1 Apr 2026 According to the statement KES 12,500.00')
  expect(april).toContain(
    'Closing, 30 Apr 2026 From the nearest statement and the transactions between KES 13,200.00',
  )
  const february = wordsOf((await look(`?account=${account}&month=2026-02`)).html)
  expect(february).toContain('Choose a month from the list.')
})

test('BANK-403 a balance within a statement and the running balance of lines are found', async () => {
  const account = await aPaymentAccount()
  await aTransaction(account, { minor: 5000n, on: '2026-02-27' })
  const lines = [
    ['2026-02-28', 5000, 105_000],
    ['2026-02-28', -200, 104_800],
  ] as const
  for (const [on, minor, balance] of lines) {
    const id = await aTransaction(account, { minor: BigInt(minor), on })
    await change('alter table app.bank_transaction disable trigger never_changes')
    await change('update app.bank_transaction set balance_minor = $2 where id = $1', [id, balance])
    await change('alter table app.bank_transaction enable trigger never_changes')
  }
  const march = wordsOf((await look(`?account=${account}&month=2026-03`)).html)
  expect(march).toContain('Opening, 1 Mar 2026 According to the statement KES 1,048.00')
})

test.each([
  ['in the order of their times', ['09:00', '10:00', '11:00'], '1,070.00'],
  ['with a charge of an earlier time at its end', ['09:00', '10:00', '08:00'], '1,070.00'],
  ['with the latest time at its beginning', ['12:00', '10:00', '11:00'], '1,070.00'],
])(
  'BANK-611 the last balance of a statement %s is its closing balance',
  async (_, times, closing) => {
    const account = await aPaymentAccount()
    const lines = [
      [5000, 105_000],
      [2200, 107_200],
      [-200, 107_000],
    ] as const
    await change('alter table app.bank_transaction disable trigger never_changes')
    for (const [place, [minor, balance]] of lines.entries()) {
      const id = await aTransaction(account, { minor: BigInt(minor), on: '2026-02-27' })
      await change(
        'update app.bank_transaction set balance_minor = $2, occurred_at = $3 where id = $1',
        [id, balance, `2026-02-27T${times[place]}:00Z`],
      )
    }
    await change('alter table app.bank_transaction enable trigger never_changes')
    const march = wordsOf((await look(`?account=${account}&month=2026-03`)).html)
    expect(march).toContain(`Opening, 1 Mar 2026 According to the statement KES ${closing}`)
  },
)

test('BANK-404 each figure leads to the transactions behind it; matches and decisions after the day do not count', async () => {
  const account = await aPaymentAccount()
  const { investorId } = await anInvestor('Fatuma Noor')
  const investmentId = await anInvestment(investorId, await aProject('Garden Villas'), usd('1,000'))
  const [paid, back, wrong, open] = await Promise.all([
    aTransaction(account, { minor: 20_000_000n, payerName: 'FATUMA NOOR', on: '2026-03-02' }),
    aTransaction(account, { minor: 500_000n, payerName: 'BY MISTAKE', on: '2026-03-03' }),
    aTransaction(account, { minor: 100_000n, payerName: 'TENANT', on: '2026-03-04' }),
    aTransaction(account, { minor: 7_700n, payerName: 'NOBODY KNOWN', on: '2026-03-31' }),
  ])
  await as(admin, (actor) =>
    matchTransaction(actor, {
      key: randomUUID(),
      transactionId: paid,
      parts: [{ investmentId, minor: null }],
    }),
  )
  await as(admin, (actor) =>
    returnMoney(actor, {
      key: randomUUID(),
      transactionId: back,
      minor: 200_000n,
      reason: 'Not for us',
      returnedOn: day('2026-03-20'),
      sentById: null,
    }),
  )
  const reason = { transactionId: wrong, reason: 'Rent' }
  await as(admin, (actor) => excludeTransaction(actor, { ...reason, exclusion: 'other' }))
  const { html } = await look(`?account=${account}&month=2026-03`)
  const words = wordsOf(html)
  expect(words).toContain('Matched to investments 1 transaction KES 129,240.00')
  expect(words).toContain('Held for investors 1 transaction KES 70,760.00')
  expect(words).toContain('Sent back to payers 1 transaction KES 2,000.00')
  expect(words).toContain('Excluded 1 transaction KES 1,000.00')
  expect(words).toContain('Unmatched 2 transactions KES 3,077.00')
  expect(words).toContain(
    'Total money in 4 transactions, including excluded ones, such as transfers between own accounts KES 206,077.00',
  )
  expect(words).toContain(
    'The ledger has $1,000.00 in payments for KES 129,240.00 of 1 transaction',
  )
  const behind = async (bucket: string) => {
    const to = new RegExp(`href="([^"]*bucket=${bucket}&[^"]*)"`).exec(html)?.[1] ?? ''
    return wordsOf((await ask(to.replaceAll('&amp;', '&'), { cookie })).html)
  }
  const unmatched = await behind('unmatched')
  expect(unmatched).toContain('Unmatched as of')
  for (const name of ['BY MISTAKE', 'NOBODY KNOWN']) expect(unmatched).toContain(name)
  for (const name of ['TENANT', 'FATUMA NOOR']) expect(unmatched).not.toContain(name)
  expect(await behind('held')).toContain('FATUMA NOOR')
  const atMonthEnd = wordsOf(
    (await look(`?account=${account}&month=2026-03&as-of=2026-03-31`)).html,
  )
  expect(atMonthEnd).toContain('Unmatched 4 transactions KES 206,077.00')
  expect(open).not.toBe('')
  await as(admin, (actor) => reopenTransaction(actor, { transactionId: wrong, reason: null }))
  expect(wordsOf((await look(`?account=${account}&month=2026-03`)).html)).toContain(
    'Unmatched 3 transactions KES 4,077.00',
  )
})

test('BANK-405 a wrong day is said next to its field, and what was typed stays', async () => {
  const account = await aPaymentAccount()
  await aTransaction(account, { minor: 100n, on: '2026-03-05' })
  const wrong: [asOf: string, sentence: string][] = [
    ['2199-01-01', 'Choose a day up to today.'],
    ['2026-02-28', 'Choose a day on or after the first of the month.'],
    ['2026-02-31', 'This date does not exist.'],
    ['yesterday', 'Enter the date as year-month-day'],
  ]
  for (const [asOf, sentence] of wrong) {
    const { html, status } = await look(`?account=${account}&month=2026-03&as-of=${asOf}`)
    expect(status).toBe(200)
    expect(wordsOf(html)).toContain(sentence)
    expect(html).toContain(`value="${asOf}"`)
  }
})

test('BANK-406 the figures are exported as CSV, and the export is in the audit log', async () => {
  const account = await aPaymentAccount({ currency: 'USD', kind: 'bank' })
  await aStatement(account, ['2026-03-01', '2026-03-31'], [100_000, 101_500])
  await aTransaction(account, { minor: 1500n, on: '2026-03-05' })
  const query = `account=${account}&month=2026-03&as-of=2026-03-31`
  const file = await exportReconciliation(requestBy(admin, `${home}/export?${query}`) as never)
  expect(file.headers.get('content-disposition')).toMatch(
    /reconciliation-\d+-2026-03-as-of-2026-03-31\.csv/,
  )
  const lines = (await file.text()).replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe('Part,Figure,Amount,Currency,Transactions,Ledger (USD)')
  expect(lines).toContain('Balance,Opening,1000.00,USD')
  expect(lines).toContain('Money in,Unmatched,15.00,USD,1,')
  expect(lines).toContain('Balance,Difference,0.00,USD')
  const { rows } = await change<{ after: { from: string } }>(
    `select after from app.audit_log where act = 'export' and subject = 'payment_account' and subject_id = $1`,
    [account],
  )
  expect(rows[0]?.after.from).toBe('2026-03-01')
})
