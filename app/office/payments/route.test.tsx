import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPaymentAccount, aRate, aTransaction } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { aHolding, aPayment, sendPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { linkEntry } from '../../domain/bank-transactions/link-entry.server.ts'
import { listPayments } from '../../domain/payments/payment-list.server.ts'
import { paymentListSearch } from '../../domain/payments/payment-list-search.ts'
import { recordRefund } from '../../domain/payments/record-refund.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { calendarDate } from '../../values/calendar-date.ts'
import { formatAmount, usd } from '../../values/money.ts'
import { loader as exportPayments } from './export/route.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const path = '/admin-dashboard/payments'
const march = { from: '2026-03-01', to: '2026-03-31' }

const quay = await aHolding('Hodan Abdi', 'Quay House')
const mill = await aHolding('Yusuf Farah', 'Mill Lane')
const first = await aPayment(admin, quay.investmentId, ['1,000.00', '2026-03-05'], {
  method: 'mobile-money',
  reference: 'UK23AFBT3L',
})
await aPayment(admin, quay.investmentId, ['500.00', '2026-03-31'])
const wrong = await aPayment(admin, mill.investmentId, ['70.00', '2026-03-10'])
setClock(() => new Date('2026-03-20T09:00:00Z'))
await takeBack(admin, wrong.paymentId, '2026-03-20')
setClock()
await aPayment(admin, mill.investmentId, ['40.00', '2026-02-10'])
await aRate('KES', '129.24')

const shillings = (minor: bigint) => ({
  minor,
  currency: 'KES' as const,
  rate: null,
  source: 'company' as const,
  isConfirmed: false,
})

const list = (query: Record<string, string>, page = 1) => {
  const url = new URL(`http://localhost${path}?${new URLSearchParams(query)}`)
  const search = paymentListSearch(url, calendarDate('2026-03-31'))
  return as(admin, (actor) => listPayments(actor, { ...search, page }))
}
const amounts = async (query: Record<string, string>) =>
  (await list(query)).entries.map(({ amount }) => formatAmount(amount, 'when-needed'))

test('BANK-150 all entries of a period are listed, the latest first, with their totals', async () => {
  const { entries, totals, total } = await list(march)
  expect(entries.map(({ kind, on, isVoided }) => [kind, on, isVoided])).toEqual([
    ['payment', '2026-03-31', false],
    ['void', '2026-03-20', false],
    ['payment', '2026-03-10', true],
    ['payment', '2026-03-05', false],
  ])
  expect(total).toBe(4)
  expect(totals).toMatchObject({
    byKind: { payment: { count: 3, amount: 157_000n }, void: { count: 1, amount: -7_000n } },
    net: 150_000n,
  })
})

test('BANK-150 without a period or a search it is this month; an empty period is everything', async () => {
  expect(await amounts({})).toEqual(['$500', '-$70', '$70', '$1,000'])
  expect(await amounts({ from: '', to: '' })).toHaveLength(5)
  expect(
    await amounts({ from: 'nonsense', kind: 'nonsense', project: 'x', account: '1' }),
  ).toHaveLength(5)
})

test.each([
  ['a receipt', { q: first.receiptNumber }, ['$1,000']],
  [
    'a receipt in lower case with blanks',
    { q: ` ${first.receiptNumber.toLowerCase()} ` },
    ['$1,000'],
  ],
  ['the receipt of a voided payment', { q: wrong.receiptNumber }, ['-$70', '$70']],
  ['a transfer reference', { q: 'uk23afbt' }, ['$1,000']],
  ['an amount', { q: '$500' }, ['$500']],
  ['a name', { q: 'yusuf' }, ['-$70', '$70', '$40']],
  ['words that nothing has', { q: 'zzz' }, []],
  ['a kind', { ...march, kind: 'void' }, ['-$70']],
  ['a method', { ...march, method: 'mobile-money' }, ['$1,000']],
  ['a project', { ...march, project: mill.projectId }, ['-$70', '$70']],
  ['a period without entries', { from: '2026-01-01', to: '2026-01-31' }, []],
])('BANK-151 the list is narrowed by %s', async (_, query, found) => {
  expect(await amounts(query)).toEqual(found)
})

test('BANK-151 a payment reference finds the entries of its investment, an account those it took', async () => {
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [quay.investmentId],
  )
  expect(await amounts({ q: (rows[0]?.code ?? '').toLowerCase() })).toEqual(['$500', '$1,000'])
  const { rows: accounts } = await change(
    `insert into app.payment_account (kind, name, number, currency)
     values ('bank', 'Equity', '0990200000001', 'USD') returning id`,
  )
  const account = accounts[0]?.id ?? ''
  expect(await amounts({ account, from: '', to: '' })).toEqual([])
})

test('BANK-151 shillings are found as they were paid, and a void takes them out of the total', async () => {
  const { investmentId } = await aHolding('Sahra Jama', 'Shilling House')
  const on = { receivedOn: calendarDate('2026-04-02') }
  await sendPayment(admin, investmentId, { amount: shillings(12_924_100n), ...on })
  const voided = await sendPayment(admin, investmentId, { amount: shillings(1_292_400n), ...on })
  for (const q of ['129241', '129,241', 'KES 129,241', 'ksh 129,241.00'])
    expect(await amounts({ q })).toEqual(['$1,000.01'])
  expect(await amounts({ q: 'GBP 129,241' })).toEqual([])
  await takeBack(admin, 'paymentId' in voided ? voided.paymentId : '', '2026-04-03')
  const april = { from: '2026-04-01', to: '2026-04-30' }
  expect((await list(april)).totals.byCurrency).toEqual([{ currency: 'KES', minor: 12_924_100n }])
})

test('BANK-590 a void is found and counted by method, account, reference and amount of what it voids', async () => {
  setClock(() => new Date('2026-05-20T09:00:00Z'))
  const accountId = await aPaymentAccount()
  const { investmentId } = await aHolding('Ifrah Nur', 'Void House')
  const pay = (reference: string) =>
    sendPayment(admin, investmentId, {
      ...{ amount: shillings(3_877_200n), method: 'mobile-money', accountId, reference },
      receivedOn: calendarDate('2026-05-02'),
    })
  await pay('UK41LEFT22')
  const voided = await pay('UK41VOID33')
  await takeBack(admin, 'paymentId' in voided ? voided.paymentId : '', '2026-05-03')
  const may = { from: '2026-05-01', to: '2026-05-31' }
  for (const query of [
    { ...may, method: 'mobile-money' },
    { ...may, account: accountId },
    { q: 'uk41' },
    { q: 'KES 38,772' },
  ])
    expect((await list(query)).totals, JSON.stringify(query)).toMatchObject({
      byKind: { payment: { count: 2, amount: 60_000n }, void: { count: 1, amount: -30_000n } },
      net: 30_000n,
      byCurrency: [{ currency: 'KES', minor: 3_877_200n }],
    })
  expect(await amounts({ q: 'UK41VOID33' })).toEqual(['-$300', '$300'])
  const query = new URLSearchParams({ ...may, account: accountId })
  const file = await exportPayments(requestBy(admin, `${path}/export?${query}`) as never)
  const [, ...lines] = (await file.text()).trim().split('\r\n')
  expect(lines.map((line) => line.split(',').slice(1, 5))).toEqual([
    ['void', '-300.00', '-38772.00', 'KES'],
    ['payment', '300.00', '38772.00', 'KES'],
    ['payment', '300.00', '38772.00', 'KES'],
  ])
  expect(lines[0]).toContain('mobile-money,M-Pesa,UK41VOID33')
  setClock()
})

test('BANK-590 a refund without an account is found by that of the bank line it is matched to', async () => {
  const accountId = await aPaymentAccount({ kind: 'bank', currency: 'USD' })
  const { investmentId } = await aHolding('Zamzam Ali', 'Refund House')
  await aPayment(admin, investmentId, ['90.00', '2026-02-10'])
  const refund = await as(admin, (actor) =>
    recordRefund(actor, investmentId, {
      ...{ key: randomUUID(), amount: usd('40'), refundedOn: calendarDate('2026-02-12') },
      ...{ method: 'bank-transfer', reference: null, reason: 'Paid too much' },
    }),
  )
  const entryId = 'entryId' in refund ? refund.entryId : ''
  const transactionId = await aTransaction(accountId, { minor: -4_000n, on: '2026-02-12' })
  const all = { account: accountId, from: '', to: '' }
  expect(await amounts(all)).toEqual([])
  const linked = await as(admin, (actor) => linkEntry(actor, { transactionId, entryId }))
  expect(linked).toEqual({ linked: true })
  expect(await amounts(all)).toEqual(['-$40'])
  expect((await list(all)).entries[0]?.account).toBe('M-Pesa')
})

test('BANK-152 the screen shows entries and totals, and the export has the same rows', async () => {
  const query = new URLSearchParams(march)
  const words = wordsOf((await ask(`${path}?${query}`, { cookie })).html)
  expect(words).toContain('Net received $1,500')
  expect(words).toContain('Hodan Abdi Quay House Mobile money · UK23AFBT3L')
  const file = await exportPayments(requestBy(admin, `${path}/export?${query}`) as never)
  const [head, ...lines] = (await file.text()).trim().split('\r\n')
  expect(head).toMatch(/^.?Date,Kind,Amount \(USD\),Paid amount,/)
  expect(lines).toHaveLength(4)
  expect(lines[3]).toContain(`2026-03-05,payment,1000.00,,,,,,Hodan Abdi,${quay.investor.email}`)
  const none = await ask(`${path}?from=2020-01-01&to=2020-01-31`, { cookie })
  expect(wordsOf(none.html)).toContain('No entries found')
})

test('BANK-525 the pages of the list follow each other to its end, and one beyond it is the last', async () => {
  const { investmentId } = await aHolding('Ladan Guled', 'Long Street')
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, method, recorded_by, recorded_at)
     select $1, 'payment', n, date '2026-03-01' + n / 9, 'cheque', id, timestamptz '2026-03-20 08:00Z' + n % 4 * interval '1 hour'
     from auth."user", generate_series(1, 60) n where id = $2`,
    [investmentId, admin.userId],
  )
  for (const query of [{ q: 'ladan' }, { ...march, method: 'cheque' }]) {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(query, page)))
    expect(pages.map(({ page, entries }) => [page, entries.length])).toEqual([
      ...[1, 2].map((page) => [page, 25]),
      ...[3, 3].map((page) => [page, 10]),
    ])
    const seen = pages.slice(0, 3).flatMap(({ entries }) => entries)
    const place = ({ on, recordedAt, id }: (typeof seen)[number]) =>
      [on, recordedAt.toISOString(), id].join(' ')
    expect(seen.map(place)).toEqual(seen.map(place).toSorted().toReversed())
    expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
  }
})

test('BANK-266 a period that ends before it begins says so, and the usual periods are months, quarters and years', async () => {
  setClock(() => new Date('2026-05-20T09:00:00Z'))
  const { html } = await ask(`${path}?from=2026-03-31&to=2026-03-01`, { cookie })
  expect(wordsOf(html)).toContain(
    'From, 31 Mar 2026, is after To, 1 Mar 2026. Choose an earlier day.',
  )
  const usual = (await ask(`${path}?from=2026-03-01&to=2026-03-31`, { cookie })).html
  expect(wordsOf(usual)).not.toContain('is after To')
  for (const [from, to] of [
    ['2026-05-01', ''],
    ['2026-04-01', '2026-04-30'],
    ['2026-04-01', ''],
    ['2026-01-01', '2026-03-31'],
    ['2026-01-01', ''],
    ['2025-01-01', '2025-12-31'],
  ])
    expect(usual).toContain(`from=${from}&amp;to=${to}"`)
  setClock()
})
