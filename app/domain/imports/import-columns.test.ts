import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aHolding } from '../../../tests/ledger.ts'
import { anAdmin, anInvestor, aProject, as } from '../../../tests/people.ts'
import { isSameCell, methodNamed } from './cells.ts'
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

test('DATA-264 a file whose days and months cannot be told apart asks for their order; a day over 12 shows it', async () => {
  const { investmentId: id } = await aHolding('Sahra Jama')
  const rows = (...days: string[]) =>
    ['Investment,Amount,Date,Reference', ...days.map((day, n) => `${id},10,${day},US-${n}`)].join(
      '\n',
    )
  const unclear = rows('03/04/2026', '5/5/2026', '05-03-2026')
  expect(await found(unclear)).toEqual({
    problems: [
      '2 Date: Day or month first? It is 3 Apr 2026 or 4 Mar 2026.',
      '4 Date: Day or month first? It is 5 Mar 2026 or 3 May 2026.',
    ],
    ready: [3],
    here: [],
  })
  const abouts = async (content: string, order: DayOrder | null = null) => {
    const { ready, days } = await check(content, order)
    return {
      read: ready.map(({ about }) => about.split(', ')[1]),
      order: days.order,
      shownBy: days.shownBy,
    }
  }
  const expectedTexts = {
    read: ['4 Mar 2026', '25 Mar 2026'],
    order: 'month-first',
    shownBy: { row: 3, text: '3/25/2026' },
  }
  expect(await abouts(rows('3/4/2026', '3/25/2026'))).toEqual(expectedTexts)
  expect(await abouts(rows('3/4/2026', '25/3/2026'))).toMatchObject({
    read: ['3 Apr 2026', '25 Mar 2026'],
  })
  expect(await abouts(unclear, 'month-first')).toEqual({
    read: ['4 Mar 2026', '5 May 2026', '3 May 2026'],
    order: 'month-first',
    shownBy: null,
  })
  expect(await abouts(rows('31.03.2026', '04.03.2026', '2026/03/05', '6 Mar 2026'))).toMatchObject({
    read: ['31 Mar 2026', '4 Mar 2026', '5 Mar 2026', '6 Mar 2026'],
  })
  const both = await found(rows('3/4/2026', '3/25/2026', '25/3/2026'))
  expect(both.problems).toEqual(['2 Date: Day or month first? It is 3 Apr 2026 or 4 Mar 2026.'])
  expect((await check(rows('30/02/2026'))).problems[0]).toMatchObject({
    found: '30/02/2026',
    says: 'This date does not exist.',
  })
  // Another order than the one that was looked at is another import.
  const { fingerprint } = await check(unclear, 'day-first')
  const kept = await as(admin, (actor) =>
    keepFile(actor, { list: 'payments', name: 'days.csv', content: unclear }),
  )
  const importId = 'importId' in kept ? kept.importId : ''
  const confirm = (order: DayOrder | null) =>
    as(admin, (actor) =>
      confirmImport(actor, { list: 'payments', importId, fingerprint, choices: { order } }),
    )
  expect(await confirm(null)).toEqual({ refused: 'has-problems' })
  expect(await confirm('month-first')).toEqual({ refused: 'moved' })
  expect(await confirm('day-first')).toEqual({ added: 3, leftOut: 0 })
})

test('DATA-265 a column without heading is listed as not read, and ways to pay are taken in their usual spellings', async () => {
  const { investmentId: id } = await aHolding('Sahra Jama')
  const { notRead, ready } = await check(
    `Investment,Amount,Date,,Method,\n${id},1,2026-03-15,SFG4K7ZZZZ,Cash,`,
  )
  expect({ notRead, ready: ready.length }).toEqual({
    notRead: ['column 4, which has no heading'],
    ready: 1,
  })
  const spelled = {
    'mobile-money': [
      'M-Pesa',
      'MPESA',
      'm pesa',
      'EVC Plus',
      'EVC',
      'Zaad',
      'Mobile',
      'Mobile_Money',
      'Airtel Money',
    ],
    'bank-transfer': [
      'Bank',
      'EFT',
      'RTGS',
      'wire',
      'BANK-TRANSFER',
      'PesaLink',
      'Pesa Link',
      'T/T',
      'Swift',
      'ACH',
    ],
    cheque: ['Cheque', 'check', 'CHQ', 'Banker’s cheque'],
    card: ['Visa', 'credit card'],
    cash: ['CASH'],
    other: ['Other'],
  }
  for (const [method, words] of Object.entries(spelled))
    for (const word of words) expect([word, methodNamed(word)]).toEqual([word, method])
  for (const word of ['barter', '', 'bank cheque cash']) expect(methodNamed(word)).toBeNull()
})

test.each([
  ['12E4', '12E5'],
  ['00123', '1230'],
  ['3-4', '5-Mar'],
  ['254711000111', '2.5472E+11'],
  ['A1', 'A2'],
  ['1234567890123456789', '1234567890123400000'],
  ['', '0'],
])('DATA-261 %s is not what a spreadsheet makes of %s', (recorded, cell) => {
  expect(isSameCell(recorded, cell)).toBe(false)
})

test.each(['1.23E+18', 'f81d4fae-7dec-11d0-a765', randomUUID(), '17'])(
  'DATA-262 an investment with the id %s, which nothing has, is a problem and no new investment',
  async (id) => {
    const { email } = await anInvestor('Sahra Jama')
    const { rows } = await change('select slug as id from app.project where id = $1', [
      await aProject(),
    ])
    const unknown =
      'No investment has this ID. If the IDs come from another program, remove this column from the file.'
    const heads = 'Investor email,Project slug,Amount (USD),Status,Investment date,Id'
    const row = `${email},${rows[0]?.id},70,Active,2026-02-01`
    const { problems } = await as(admin, (actor) =>
      checkImport(actor, 'investments', `${heads}\n${row},${id}\n${row},`),
    )
    expect(problems).toMatchObject([{ row: 2, column: 'Id', says: unknown }])
  },
)
