import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readStatement } from './read-statement.server.ts'
import type { Statement, StatementAccount } from './statement.ts'

const folder = join(import.meta.dirname, '../../../tests/files/bank')
const nameA = 'ORG_600966_Utility Account_Completed_20261105071244.csv'
const nameB = 'Statements for 600977 from 2026-11-02 to 2026-11-04.csv'

const files = {
  [nameA]: ['600966', 'KES'],
  [nameB]: ['600977', 'KES'],
  'mpesa-full-statement-merchant.csv': ['7480407', 'KES'],
  'equity.csv': ['0990200000001', 'KES'],
  'kcb.csv': ['1104578921', 'KES'],
  'statement.mt940': ['1104578921', 'KES'],
  'statement.camt053.xml': ['0100000000001', 'USD'],
} as const
type Name = keyof typeof files

const textOf = (name: Name) => readFileSync(join(folder, name), 'utf8')
const accountOf = (name: Name): StatementAccount => ({
  number: files[name][0],
  currency: files[name][1],
  profile: null,
})

async function read(
  name: Name,
  content: string | Uint8Array = textOf(name),
  account = accountOf(name),
) {
  return readStatement({ bytes: Buffer.from(content as string), fileName: name, account })
}

async function whole(name: Name, content?: string | Uint8Array): Promise<Statement> {
  const result = await read(name, content)
  if ('problem' in result) throw new Error(result.problem)
  return result
}

const payments = ({ lines }: Statement) =>
  lines.filter(
    ({ minor, leg, excluded }) => minor > 0n && leg === 'payment' && excluded !== 'sweep',
  )
const count = ({ lines }: Statement, reason: string) =>
  lines.filter(({ excluded }) => excluded === reason).length
const identities = ({ lines }: Statement) =>
  lines.map(({ providerNumber, leg }) => `${providerNumber} ${leg}`).toSorted()

describe('BANK-010 every layout is recognised and comes to what it holds', () => {
  test('M-Pesa with a heading', async () => {
    const statement = await whole(nameA)
    expect(statement).toMatchObject({
      profile: 'mpesa-a',
      opening: 12045000n,
      closing: 53645134n,
      needsTotals: false,
    })
    expect(payments(statement)).toHaveLength(9)
    expect([
      count(statement, 'charge'),
      count(statement, 'sweep'),
      count(statement, 'reversal-pair'),
    ]).toEqual([9, 1, 2])
    expect(statement.lines.at(-1)).toMatchObject({
      providerNumber: 'UK2DKNV1EO',
      leg: 'payment',
      occurredAt: '2026-11-02T05:15:22.000Z',
      valueOn: '2026-11-02',
      minor: 25000000n,
      payerName: 'FATUMA **** NOOR',
      payerNumber: '25471****301',
      typedReference: 'MS7K2Q4',
      lineNumber: 27,
    })
    expect(statement.lines.find(({ leg }) => leg === 'reversal')).toMatchObject({
      reversalOf: 'UK46LR8Y0G',
      minor: -646200n,
    })
    expect(new Set(identities(statement)).size).toBe(20)
  })

  test('M-Pesa with seven columns', async () => {
    const statement = await whole(nameB)
    expect(statement).toMatchObject({
      profile: 'mpesa-b',
      needsTotals: true,
      period: { from: '2026-11-02', to: '2026-11-04' },
    })
    expect(payments(statement).map(({ typedReference }) => typedReference)).toEqual([
      null,
      'MST3W9X',
      'Hodan',
      'MSR5H8D',
      'Twin Towers',
      'amina hassan',
      'MS7K2Q4',
      'MS7K2Q4',
    ])
    expect([count(statement, 'sweep'), count(statement, 'withdrawal')]).toEqual([2, 1])
    expect(new Set(identities(statement)).size).toBe(11)
  })

  test('M-Pesa till', async () => {
    const statement = await whole('mpesa-full-statement-merchant.csv')
    expect(statement.profile).toBe('mpesa-merchant')
    expect(payments(statement)).toMatchObject([
      { payerName: 'HALIMA ALI', payerNumber: '254711***304', minor: 5600000n },
    ])
  })

  test('Equity and KCB', async () => {
    const equity = await whole('equity.csv')
    expect(equity).toMatchObject({ profile: 'equity', needsTotals: true })
    expect(payments(equity)).toHaveLength(5)
    expect(equity.lines[0]).toMatchObject({
      mpesaCode: 'UK23AFBT3L',
      phone: '254711000301',
      payerName: 'FATUMA NOOR',
      typedReference: 'MS7K2Q4',
    })
    expect(count(equity, 'charge')).toBe(1)
    const kcb = await whole('kcb.csv')
    expect(kcb).toMatchObject({ profile: 'kcb', needsTotals: false, opening: 90125000n })
    expect(payments(kcb)).toMatchObject([
      { payerName: 'YUSUF ABDI', typedReference: 'MS7K2Q4' },
      { payerName: 'HODAN WARSAME' },
    ])
    expect([count(kcb, 'charge'), count(kcb, 'brought-forward')]).toEqual([1, 1])
  })

  test('MT940 and CAMT.053', async () => {
    const mt940 = await whole('statement.mt940')
    expect(payments(mt940)).toMatchObject([
      {
        providerNumber: 'FT26306QXYZ1',
        payerName: 'YUSUF ABDI',
        typedReference: 'MS7K2Q4',
        minor: 6450000n,
        valueOn: '2026-11-02',
      },
      { payerName: 'HODAN WARSAME', typedReference: 'MS7K2Q4' },
    ])
    expect(count(mt940, 'charge')).toBe(1)
    const camt = await whole('statement.camt053.xml')
    expect(payments(camt)).toMatchObject([
      { payerName: 'HODAN C WARSAME', typedReference: 'MS7K2Q4', minor: 500000n, currency: 'USD' },
    ])
    expect(count(camt, 'charge')).toBe(1)
  })
})

describe.each(Object.keys(files) as Name[])('%s', (name) => {
  test('BANK-011 is read in any encoding and with any line ends', async () => {
    const plain = await whole(name)
    const text = textOf(name)
    const variants = [
      text.replaceAll('\n', '\r\n'),
      `\uFEFF${text}`,
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()]),
    ]
    for (const variant of variants)
      expect(identities(await whole(name, variant))).toEqual(identities(plain))
  })

  test('BANK-012 is refused for another account or currency', async () => {
    const { currency, number } = accountOf(name)
    const isSilent = name === 'kcb.csv'
    if (!isSilent)
      expect(
        await read(name, textOf(name), { number: '999999123', currency, profile: null }),
      ).toMatchObject({
        problem: expect.stringContaining('999999123'),
      })
    if (isSilent) return
    expect(
      await read(name, textOf(name), { number, currency: 'EUR', profile: null }),
    ).toMatchObject({
      problem: expect.stringContaining('EUR'),
    })
  })
})

describe('BANK-013 what proves that a file was read right', () => {
  const withBalances: Name[] = [
    nameA,
    nameB,
    'mpesa-full-statement-merchant.csv',
    'kcb.csv',
    'statement.mt940',
    'statement.camt053.xml',
  ]

  test.each(withBalances)('%s: a changed amount is refused', async (name) => {
    const text = textOf(name)
    const amounts = [
      ...text.matchAll(/(?<=[,">CD])-?\d[\d,]*(?:[.,]\d{2}|(?<=000))(?=[,"<N]|\n|$)/g),
    ].filter(({ index }) => !/Ccy="GBP">$/.test(text.slice(0, index)))
    expect(amounts.length).toBeGreaterThan(1)
    for (const { 0: amount, index } of amounts) {
      const last = amount.at(-1) === '1' ? '2' : '1'
      const changed =
        text.slice(0, index) + amount.slice(0, -1) + last + text.slice(index + amount.length)
      const result = await read(name, changed)
      if ('problem' in result) continue
      // The oldest amount is proven by the totals that a person types.
      expect(result.needsTotals, `${amount} at ${index}`).toBe(true)
    }
  })

  test('the line of a break is named', async () => {
    expect(await read(nameA, textOf(nameA).replace(',12900.00,', ',12800.00,'))).toMatchObject({
      line: 21,
    })
    expect(await read(nameB, textOf(nameB).replace('"60,840.00"', '"60,841.00"'))).toMatchObject({
      line: 8,
    })
    expect(
      await read('kcb.csv', textOf('kcb.csv').replace('"129,240.00"', '"129,250.00"')),
    ).toMatchObject({ line: 4 })
  })

  test.each(withBalances)(
    '%s: a missing line is refused, or totals are asked for',
    async (name) => {
      const rows = textOf(name).split('\n')
      for (const [index, row] of rows.entries()) {
        if (!/\d\.\d{2}|^:61:/.test(row) || /Opening Balance|<|^:6[02]/.test(row)) continue
        const result = await read(name, rows.toSpliced(index, 1).join('\n'))
        const isEnd = index >= rows.length - 2 || index === 1 || /brought/.test(row)
        if (!('problem' in result))
          expect([result.needsTotals || name === 'kcb.csv', isEnd || name !== nameA]).toEqual([
            true,
            true,
          ])
      }
    },
  )

  test.each(Object.keys(files) as Name[])(
    '%s: cut anywhere it is refused or not proven',
    async (name) => {
      const text = textOf(name)
      const all = identities(await whole(name))
      for (let at = Math.floor(text.length / 3); at < text.length - 4; at += 37) {
        const result = await read(name, text.slice(0, at))
        if ('problem' in result) continue
        expect(result.lines.length).toBeLessThanOrEqual(all.length)
        expect(result.needsTotals || name === 'kcb.csv', `${name} cut at ${at}`).toBe(true)
      }
    },
  )
})

describe('BANK-014 order, days and amounts', () => {
  test.each([nameA, nameB, 'mpesa-full-statement-merchant.csv', 'kcb.csv'] as Name[])(
    '%s is read newest or oldest first',
    async (name) => {
      const rows = textOf(name).trimEnd().split('\n')
      const head = rows.findIndex((row) => /^(Receipt No|Transaction Date)/.test(row))
      const turned = [...rows.slice(0, head + 1), ...rows.slice(head + 1).toReversed()].join('\n')
      expect(identities(await whole(name, turned))).toEqual(identities(await whole(name)))
    },
  )

  test('columns are found by their headings', async () => {
    const turned = textOf(nameB)
      .trimEnd()
      .split(/\r?\n/)
      .map((row) =>
        row
          .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
          .toReversed()
          .join(';'),
      )
    expect(identities(await whole(nameB, turned.join('\n')))).toEqual(
      identities(await whole(nameB)),
    )
  })

  test('days that a spreadsheet turned round are refused by the code', async () => {
    const text = textOf(nameB).replaceAll(/(\d\d)\/11\/2026/g, '11/$1/2026')
    expect(await read(nameB, text)).toMatchObject({
      problem: expect.stringContaining('are swapped'),
    })
  })

  test('amounts that can be read in two ways are refused with their line', async () => {
    for (const amount of ['"2.150"', '"2,15"', '"21,50.00"', '"2.150,00"', 'abc']) {
      const result = await read(nameB, textOf(nameB).replace('"2,150.00"', amount))
      expect(result, amount).toMatchObject({
        problem: expect.any(String),
        line: amount === '"2.150,00"' ? 6 : 6,
      })
    }
  })
})
