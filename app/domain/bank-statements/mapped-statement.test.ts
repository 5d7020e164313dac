import { describe, expect, test } from 'vitest'
import { checkTotals } from './check-totals.ts'
import { readStatement, statementHeadings } from './read-statement.server.ts'
import type { Statement, StatementAccount, StatementMapping } from './statement.ts'

const identities = ({ lines }: Statement) =>
  lines.map(({ providerNumber, leg }) => `${providerNumber} ${leg}`).toSorted()

describe('BANK-015 a table of another bank', () => {
  const mapping: StatementMapping = {
    dayOrder: 'day-first',
    signs: { kind: 'two-columns', in: 'Paid', out: 'Drawn' },
    date: 'Booked',
    valueDate: null,
    narrative: 'Text',
    number: 'Our ref',
    balance: 'Saldo',
    payerName: null,
    payerNumber: null,
    reference: 'Their ref',
  }
  const account: StatementAccount = { number: '1', currency: 'USD', profile: 'mapped' }
  const ask = (text: string, changed: Partial<StatementMapping> = {}) =>
    readStatement({
      bytes: Buffer.from(text),
      fileName: 'x.csv',
      account,
      mapping: { ...mapping, ...changed },
    })

  test('is read by chosen headings in three layouts of signs', async () => {
    const rows =
      'Bank\n\nBooked;Text;Our ref;Their ref;Paid;Drawn;Saldo\n02/11/2026;HODAN;A1;MS7K2Q4;1.000,00;;1.500,00\n03/11/2026;FEE;A2;;;5,50;1.494,50\n'
    expect(await ask(rows)).toMatchObject({
      profile: 'mapped',
      needsTotals: true,
      lines: [
        { minor: 100000n, typedReference: 'MS7K2Q4', valueOn: '2026-11-02' },
        { minor: -550n, leg: 'charge' },
      ],
    })
    const signed = 'Booked,Text,Amount\n11/02/2026,HODAN,"1,000.00"\n11/03/2026,FEE,(5.50)\n'
    expect(
      await ask(signed, {
        dayOrder: 'month-first',
        signs: { kind: 'signed', amount: 'Amount' },
        number: null,
        balance: null,
        reference: null,
      }),
    ).toMatchObject({ lines: [{ minor: 100000n, valueOn: '2026-11-02' }, { minor: -550n }] })
    const sided =
      'Booked\tText\tAmount\tD/C\n2026-11-02\tHODAN\t1000\tC\n2026-11-03\tFEE\t5.50\tD\n'
    expect(
      await ask(sided, {
        signs: { kind: 'amount-and-side', amount: 'Amount', side: 'D/C' },
        number: null,
        balance: null,
        reference: null,
      }),
    ).toMatchObject({ lines: [{ minor: 100000n }, { minor: -550n }] })
  })

  test('without a number has one of its content, which another file repeats', async () => {
    const changed: Partial<StatementMapping> = {
      signs: { kind: 'signed', amount: 'Amount' },
      number: null,
      balance: null,
      reference: null,
    }
    const day = '02/11/2026,HODAN,100\n02/11/2026,HODAN,100\n02/11/2026,HODAN,200\n'
    const first = await ask(`Booked,Text,Amount\n${day}`, changed)
    const second = await ask(`Booked,Text,Amount\n01/11/2026,X,5\n${day}`, changed)
    if ('problem' in first || 'problem' in second) throw new Error('not read')
    expect(new Set(identities(first)).size).toBe(3)
    expect(identities(second)).toEqual(expect.arrayContaining(identities(first)))
  })

  test('unknown layouts offer their headings', async () => {
    const bytes = Buffer.from('My bank,,\nBooked,Text,Amount\n02/11/2026,HODAN,100\n')
    expect(await readStatement({ bytes, fileName: 'x.csv', account })).toMatchObject({
      unknownLayout: true,
    })
    expect(await statementHeadings(bytes)).toEqual({
      headings: ['Booked', 'Text', 'Amount'],
      examples: [['02/11/2026', 'HODAN', '100']],
    })
    expect(await ask('a,b,c\n1,2,3\n')).toMatchObject({
      problem: expect.stringContaining('Booked'),
    })
  })
})

test('BANK-016 10,000 lines are read in under two seconds', async () => {
  const head =
    'Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)'
  let balance = 10_000n
  const rows = Array.from({ length: 10_000 }, (_, index) => {
    const row = `UK2${index.toString(36).toUpperCase().padStart(7, '0')},02/11/2026 10:00:00,Pay Bill from 2547****301 - FATUMA NOOR Acc. MS7K2Q4,Completed,1.00,0.00,${balance}.00`
    balance -= 1n
    return row
  })
  const file = {
    bytes: Buffer.from([head, ...rows].join('\n')),
    fileName: 'x.csv',
    account: { number: '600977', currency: 'KES', profile: null } as const,
  }
  const times: number[] = []
  for (let run = 0; run < 3; run += 1) {
    const began = performance.now()
    expect(await readStatement(file)).toHaveProperty('lines.length', 10_000)
    times.push(performance.now() - began)
  }
  expect(Math.min(...times)).toBeLessThan(2000)
})

test('BANK-013 totals typed by a person are compared', () => {
  const lines = [
    { minor: 100000n, currency: 'KES' as const },
    { minor: 50n, currency: 'KES' as const },
    { minor: -226n, currency: 'KES' as const },
  ]
  expect(checkTotals(lines, { in: 100050n, out: 226n })).toBeNull()
  expect(checkTotals(lines, { in: 100051n, out: 226n })?.problem).toContain('KES 1,000.51')
  expect(checkTotals(lines, { in: 100050n, out: 0n })?.problem).toContain('Money out')
})
