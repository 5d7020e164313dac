import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, sendPayment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, as, day } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { loader as exportPayments } from '../../office/investments/export-payments/route.ts'
import { exchangeRate } from '../../values/exchange-rate.ts'
import { usd } from '../../values/money.ts'
import { checkImport, confirmImport, keepFile } from './imports.server.ts'

const admin = await anAdmin()

const check = (content: string) => as(admin, (actor) => checkImport(actor, 'payments', content))

async function confirm(content: string) {
  const { fingerprint } = await check(content)
  return as(admin, async (actor) => {
    const kept = await keepFile(actor, { list: 'payments', name: 'paid.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, { list: 'payments', importId: kept.importId, fingerprint })
  })
}

const booked = (investmentId: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select amount_cents::text as amount, dated_on::text, method, payer_name, paid_minor::text, paid_currency, rate::text,
         rate_source, rate_on::text, rounding_cents from app.ledger_entry
       where investment_id = $1 and kind = 'payment' order by dated_on, amount_cents, paid_minor, paid_currency, rate, rate_source, payer_name`,
      [investmentId],
    )
    return rows
  })

const head =
  'Investment,Amount (USD),Date,Paid amount,Paid currency,Exchange rate,Rate source,Rate date,Rounding (USD),Paid by'

test('BANK-257 a file of an earlier version with its name of a rate source is understood', async () => {
  const { investmentId } = await aHolding()
  const content = [
    head,
    `${investmentId},100,2026-04-01,12924,KES,129.24,Rate of the bank,,,`,
    `${investmentId},100,2026-04-02,12924,KES,129.24,Rate of a friend,,,`,
  ].join('\n')
  expect((await check(content)).problems).toMatchObject([{ row: 3, says: 'Not a rate source.' }])
})

test('BANK-257 a file of payments has what was paid in another currency, its rate and its source', async () => {
  const { investmentId } = await aHolding()
  const content = [
    head,
    `${investmentId},1934.39,2026-03-31,"250,000.00",KES,129.24,company,2026-03-20,,Fatuma Noor`,
    `${investmentId},100,2026-04-01,KES 12924,kes,129.24,,,,`,
    `${investmentId},32965.61,2026-04-02,4260528.40,KES,129.24,Bank rate,,0.41,`,
  ].join('\n')
  expect((await check(content)).problems).toEqual([])
  expect(await confirm(content)).toEqual({ added: 3, leftOut: 0 })
  const kes = { paid_currency: 'KES', rate: '129.24000000' }
  expect(await booked(investmentId)).toMatchObject([
    {
      ...kes,
      amount: '193439',
      paid_minor: '25000000',
      rate_source: 'company',
      rate_on: '2026-03-20',
      payer_name: 'Fatuma Noor',
      rounding_cents: 0,
    },
    {
      ...kes,
      amount: '10000',
      paid_minor: '1292400',
      rate_source: 'agreed',
      rate_on: '2026-04-01',
    },
    { ...kes, amount: '3296561', paid_minor: '426052840', rate_source: 'bank', rounding_cents: 41 },
  ])
  expect((await check(content)).here).toHaveLength(3)
})

test.each([
  [
    'dollars that are not its rate',
    ['1934.38', '250000', 'KES', '129.24', '', '', ''],
    ['Paid amount: KES 250,000.00 at 129.24 is $1,934.39, not $1,934.38.'],
  ],
  [
    'no currency',
    ['100', '12924', '', '129.24', '', '', ''],
    ['Paid currency: The currency of the paid amount is missing.'],
  ],
  [
    'no rate',
    ['100', '12924', 'KES', '', '', '', ''],
    ['Exchange rate: The rate of the paid amount is missing.'],
  ],
  [
    'a rate alone',
    ['100', '', 'KES', '129.24', '', '', ''],
    ['Paid amount: The paid amount is missing.'],
  ],
  [
    'another currency',
    ['100', '12924', 'UGX', '129.24', '', '', ''],
    ['Paid currency: Not a currency with a rate.'],
  ],
  [
    'words for a rate',
    ['100', '12924', 'KES', 'high', '', '', ''],
    ['Exchange rate: Enter a rate like 129.24, with up to eight decimals.'],
  ],
  [
    'another source',
    ['100', '12924', 'KES', '129.24', 'the boss', '', ''],
    ['Rate source: Not a rate source.'],
  ],
  [
    'a rate of later',
    ['100', '12924', 'KES', '129.24', '', '2026-04-01', ''],
    ['Rate date: The payment was before, on 31 Mar 2026.'],
  ],
  [
    'a negative amount',
    ['100', '-12924', 'KES', '129.24', '', '', ''],
    ['Paid amount: Not an amount.'],
  ],
  [
    'rounding of dollars',
    ['100', '', '', '', '', '', '0.04'],
    ['Rounding (USD): Only with a paid amount.'],
  ],
  [
    'rounding of dollars and more',
    ['98.99', '12924', 'KES', '129.24', '', '', '1.01'],
    ['Rounding (USD): More than $1 is not rounding.'],
  ],
])('BANK-258 %s is refused with its column', async (_, fields, problems) => {
  const { investmentId } = await aHolding()
  const [amount, paid, currency, rate, source, on, rounding] = fields
  const row = [investmentId, amount, '2026-03-31', paid, currency, rate, source, on, rounding, '']
  const found = await check([head, row.join(',')].join('\n'))
  expect(found.problems.map(({ column, says }) => `${column}: ${says}`)).toEqual(problems)
})

async function exported(investmentId: string): Promise<string> {
  const { rows } = await change<{ code: string }>(
    'select code from app.payment_reference where investment_id = $1',
    [investmentId],
  )
  const url = `/admin-dashboard/investments/export-payments?q=${rows[0]?.code}`
  const file = await exportPayments(requestBy(admin, url) as Parameters<typeof exportPayments>[0])
  return (file as Response).text()
}

const currencies = ['KES', 'SOS', 'SLSH', 'EUR', 'GBP'] as const
const aPayment = fc.record({
  currency: fc.constantFrom(...currencies),
  minor: fc.bigInt(1_000n, 90_000_00n),
  rate: fc.constantFrom('129.24', '0.92', '1.00000001', '571.5', '27.5'),
  source: fc.constantFrom('agreed' as const, 'bank' as const),
  payerName: fc.constantFrom(null, 'Fatuma Noor', '=HYPERLINK("x")', 'Ali, "Ali"'),
  receivedOn: fc.constantFrom('2026-03-01', '2026-03-12', '2026-04-05'),
})

test('BANK-259 exported payments are imported again with the same amounts, rates and sources', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aPayment, { minLength: 1, maxLength: 5 }), async (payments) => {
      const { investor, projectId, investmentId } = await aHolding()
      await sendPayment(admin, investmentId, { amount: usd('0.50'), receivedOn: day('2026-02-02') })
      for (const { currency, minor, rate, source, payerName, receivedOn } of payments)
        await sendPayment(admin, investmentId, {
          amount: { minor, currency, rate: exchangeRate(rate), source, isConfirmed: true },
          payerName,
          receivedOn: day(receivedOn),
        })
      const twin = await anInvestment(investor.investorId, projectId, usd('35,000'))
      const content = await exported(investmentId)
      const again = await check(content)
      expect(again.problems).toEqual([])
      expect(again.ready).toEqual([])
      const entries = content.matchAll(/[0-9a-f-]{36}(?=,[0-9a-f-]{36}\r\n)/g)
      let moved = content.replaceAll(investmentId, twin)
      for (const [id] of entries) moved = moved.replace(id, '')
      // Equal payments of one day would be taken for one that is there twice.
      moved = moved
        .replace(/\r\n/, ',Record again\r\n')
        .replace(/,([0-9a-f-]{36})\r\n/g, ',$1,yes\r\n')
      expect((await check(moved)).problems).toEqual([])
      await confirm(moved)
      expect(await booked(twin)).toEqual(await booked(investmentId))
    }),
    { numRuns: 12 },
  )
}, 60_000)

test('BANK-259 an export whose paid amount was changed is refused', async () => {
  const { investmentId } = await aHolding()
  await sendPayment(admin, investmentId, {
    amount: {
      minor: 1_292_400n,
      currency: 'KES',
      rate: exchangeRate('129.24'),
      source: 'agreed',
      isConfirmed: true,
    },
  })
  const content = await exported(investmentId)
  const changed = await check(content.replace('12924.00,KES', '12925.00,KES'))
  expect(changed.problems).toMatchObject([{ column: 'Paid amount', found: '12925.00' }])
})
