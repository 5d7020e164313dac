import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aHolding, aPayment } from '../../../tests/ledger.ts'
import { anAdmin, as } from '../../../tests/people.ts'

import type { DayOrder } from './import-list.ts'
import { checkImport, confirmImport, keepFile } from './imports.server.ts'

const admin = await anAdmin()

const check = (content: string, order: DayOrder | null = null) =>
  as(admin, (actor) => checkImport(actor, 'payments', content, { order }))

async function found(content: string, order: DayOrder | null = null) {
  const { problems, ready, here } = await check(content, order)
  const rows = (lines: { row: number }[]) => lines.map(({ row }) => row)
  const says = problems.map(
    ({ row, column, says, fix }) => `${row} ${column}: ${says}${fix ? ` ${fix}` : ''}`,
  )
  return { problems: says, ready: rows(ready), here: rows(here) }
}

async function take(content: string, order: DayOrder | null = null) {
  const { fingerprint } = await check(content, order)
  return as(admin, async (actor) => {
    const kept = await keepFile(actor, { list: 'payments', name: 'payments.csv', content })
    if ('refused' in kept) throw new Error(kept.refused)
    return confirmImport(actor, {
      list: 'payments',
      importId: kept.importId,
      fingerprint,
      choices: { order },
    })
  })
}

const leaveOut = 'Leave this row out, or write yes under Record again.'

const head = 'Investment,Amount (USD),Date,Method,Reference,Record again'

test('DATA-260 a reference that is recorded already is a problem of its row in a file, unless the row says so', async () => {
  const { investmentId: id, investor } = await aHolding('Sahra Jama')
  const other = await aHolding('Halima Osman')
  const paid = await aPayment(admin, id, ['12', '2026-03-08'], {
    method: 'mobile-money',
    reference: 'SFG4K7L2MN',
  })
  const content = [
    head,
    `${id},12,2026-03-08,Mobile money,sfg4k7l2mn,`,
    `${id},12,2026-03-09,M-Pesa,SFG4K7L2MN,`,
    `${other.investmentId},12,2026-03-08,EFT,sfg 4k7-l2mn,no`,
    `${other.investmentId},13,2026-03-08,Mobile money,NEW 1,`,
    `${id},14,2026-03-08,Bank transfer,new-1,`,
    `${id},15,2026-03-08,Cash,new-1,`,
  ]
  const recorded = `This reference is already recorded: $12 on 8 Mar 2026 from Sahra Jama (${investor.email}) for Twin Towers Muthaiga, receipt ${paid.receiptNumber}.`
  expect(await found(content.join('\n'))).toEqual({
    problems: [
      `3 Reference: ${recorded} ${leaveOut}`,
      `4 Reference: ${recorded} ${leaveOut}`,
      `6 Reference: The same reference is in row 5. ${leaveOut}`,
    ],
    ready: [5, 7],
    here: [2],
  })
  const again = content.map((line) => line.replace(/,(no)?$/, ',Yes')).join('\n')
  expect(await take(again)).toEqual({ added: 6, leftOut: 0 })
  const { rows } = await change<{ id: string; again: boolean }>(
    `select reference as id, repeats_reference as again from app.ledger_entry
     where investment_id = any($1::uuid[]) and imported order by amount_cents, dated_on, reference`,
    [[id, other.investmentId]],
  )
  expect(rows.filter((row) => row.again)).toHaveLength(4)
})

test('DATA-261 our own export, as a spreadsheet saves it, holds the same entries: zeros, long numbers, exponents, days', async () => {
  const { investmentId: id } = await aHolding('Sahra Jama')
  const texts = [
    '00123',
    '254711000111',
    '12E4',
    '3-4',
    '1234567890123456789',
    'MAR1',
    'TRUE',
    '0.50',
  ]
  const saved = [
    '123',
    '2.54711E+11',
    '1.20E+05',
    '4-Mar',
    '1234567890123450000',
    '1-Mar',
    'true',
    '0.5',
  ]
  const lines: string[] = []
  const facts = 'Entry,Investment,Amount (USD),Date,Method,Reference'
  for (const [place, reference] of texts.entries()) {
    const { paymentId } = await aPayment(admin, id, ['1,250', `2026-03-${10 + place}`], {
      method: 'cheque',
      reference,
    })
    lines.push(`${paymentId},${id},1250,3/${10 + place}/2026,Cheque,${saved[place]}`)
  }
  const rows = texts.map((_, place) => place + 2)
  expect(await found([facts, ...lines].join('\n'))).toEqual({ problems: [], ready: [], here: rows })
  // Without its id a row is known by what it says.
  const nameless = lines.map((line) => line.slice(line.indexOf(',')))
  expect(await found([facts, ...nameless].join('\n'))).toEqual({
    problems: [],
    ready: [],
    here: rows,
  })
  for (const [as, day] of [
    ['1.25E+03', '46091'],
    ['"$1,250.00"', '10-Mar-26'],
    ['"1250,00"', '03/10/2026'],
    ['1250.0', '10/03/2026 00:00'],
  ])
    expect(
      await found(`${facts}\n${lines[0]?.replace(',1250,3/10/2026,', `,${as},${day},`)}`),
    ).toMatchObject({
      here: [2],
    })
})

test('DATA-262 a row that names an entry of ours and says something else is told which cell, and never to book it again', async () => {
  const { investmentId: id, investor } = await aHolding('Sahra Jama')
  const other = await aHolding('Halima Osman')
  const { paymentId } = await aPayment(admin, id, ['500', '2026-03-10'], {
    method: 'mobile-money',
    reference: 'KEY-1',
  })
  const row = (changed: Record<string, string>) => {
    const cells = {
      Entry: paymentId,
      'Investor email': investor.email,
      'Amount (USD)': '500.00',
      Date: '2026-03-10',
    }
    const all: Record<string, string> = {
      ...cells,
      Method: 'mobile-money',
      Reference: 'KEY-1',
      ...changed,
    }
    return `${Object.keys(all).join()}\n${Object.values(all).join()}`
  }
  for (const [changed, column, was] of [
    [{ 'Amount (USD)': '600' }, 'Amount (USD)', '$500.00'],
    [{ Date: '2026-03-11' }, 'Date', '10 Mar 2026'],
    [{ Method: 'cash' }, 'Method', 'Mobile money'],
    [{ Reference: 'KEY-2' }, 'Reference', 'KEY-1'],
    [{ Note: 'By hand' }, 'Note', 'empty'],
    [{ 'Investor email': other.investor.email }, 'Investor email', 'Sahra Jama'],
    [{ Kind: 'refund' }, 'Kind', 'Payment'],
    [{ Investment: other.investmentId }, 'Investment', id],
  ] as const) {
    const { problems, ready } = await check(row(changed))
    expect(ready).toEqual([])
    expect(problems).toMatchObject([
      { column, found: Object.values(changed)[0], says: `Recorded as ${was}.` },
    ])
    for (const { says, fix } of problems)
      expect(`${says} ${fix}`).not.toMatch(/new payment|empty this cell/)
  }
  expect(await found(row({}))).toMatchObject({ problems: [], here: [2] })
})

test('DATA-263 a reversal in a file is told where it belongs, and which payment it seems to reverse', async () => {
  const { investmentId: id } = await aHolding('Sahra Jama')
  const paid = await aPayment(admin, id, ['20', '2026-03-01'], {
    method: 'bank-transfer',
    reference: 'NEG-2',
  })
  const content = [
    head,
    `${id},500.00,2026-03-10,Bank transfer,NEG-1,`,
    `${id},-500.00,2026-03-11,Bank transfer,NEG-1 REVERSAL,`,
    `${id},(20.00),2026-03-11,Bank transfer,NEG-2,`,
    `${id},−$7,2026-03-11,Bank transfer,NEG-3,`,
    `${id},20-,2026-02-11,Bank transfer,,`,
    `${id},500.00,2026-03-11,Bank transfer,NEG-1 REVERSAL,`,
  ].join('\n')
  const refused = 'Reversals are not imported: record a refund or a void on the investment.'
  expect(await found(content)).toEqual({
    problems: [
      `3 Amount (USD): ${refused} It seems to reverse $500, 10 Mar 2026, NEG-1, row 2.`,
      `4 Amount (USD): ${refused} It seems to reverse $20, 1 Mar 2026, NEG-2, ${paid.receiptNumber}.`,
      `5 Amount (USD): ${refused}`,
      `6 Amount (USD): ${refused}`,
      `7 Reference: By its reference this is a reversal. ${refused} It seems to reverse $500, 10 Mar 2026, NEG-1, row 2.`,
    ],
    ready: [2],
    here: [],
  })
})

test('DATA-263 an amount below zero is a reversal however it is written, and an amount above is none', async () => {
  const { investmentId: id } = await aHolding('Sahra Jama')
  const contentOf = (amounts: string[]) =>
    [
      head,
      ...amounts.map((amount, n) => `${id},"${amount}",2026-03-1${n},Bank transfer,R-${n},`),
    ].join('\n')
  const below = [
    '-500 USD',
    '(500.00 USD)',
    'USD -500',
    '-KES 13',
    '[20.00]',
    '500.00 DR',
    '-5e2',
    '-١٣',
    '$(14.00)',
  ]
  const { problems } = await found(contentOf(below))
  expect(problems).toHaveLength(below.length)
  for (const problem of problems) expect(problem).toContain('Reversals are not imported')
  const { problems: others } = await found(contentOf(['5', '$1,250.50', 'DR Congo', '-', 'KES 13']))
  expect(others.join()).not.toContain('Reversals')
})

test('DATA-262 an id that no entry of the ledger has is a problem, and never a new payment', async () => {
  const { investmentId: id } = await aHolding('Sahra Jama')
  const rows = [randomUUID(), 'damaged'].map((entry) => `${entry},${id},21,2026-03-10,Cash`)
  const content = ['Entry,Investment,Amount (USD),Date,Method', ...rows].join('\n')
  expect(await found(content)).toEqual({
    problems: [2, 3].map((row) => `${row} Entry: No ledger entry has this ID.`),
    ready: [],
    here: [],
  })
})

test('DATA-266 a file may be taken again once all that it added was deleted, and not before', async () => {
  const content =
    'Full name,Email\nDelete Me,delete.me@example.com\nDelete Too,delete.too@example.com'
  const keep = () =>
    as(admin, (actor) => keepFile(actor, { list: 'investors', name: 'again.csv', content }))
  const takeInvestors = async () => {
    const kept = await keep()
    const importId = 'importId' in kept ? kept.importId : ''
    const { fingerprint } = await as(admin, (actor) => checkImport(actor, 'investors', content))
    return as(admin, (actor) => confirmImport(actor, { list: 'investors', importId, fingerprint }))
  }
  for (const _ of 'ab') {
    expect(await takeInvestors()).toEqual({ added: 2, leftOut: 0 })
    expect(await keep()).toMatchObject({ refused: 'imported' })
    await change("delete from app.investor where email = 'delete.me@example.com'")
    expect(await keep()).toMatchObject({ refused: 'imported' })
    await change("delete from app.investor where email = 'delete.too@example.com'")
  }
  expect(await keep()).toHaveProperty('importId')
})
