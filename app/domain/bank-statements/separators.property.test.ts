import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workbookOf } from '../../../tests/workbook.ts'
import { readStatement, statementHeadings } from './read-statement.server.ts'
import type { StatementAccount, StatementMapping } from './statement.ts'

const account: StatementAccount = { number: '1234567890', currency: 'KES', profile: null }
const kcbHead =
  'Transaction Date,Value Date,Transaction Details,Money Out,Money In,Ledger Balance,Bank Reference Number'.split(
    ',',
  )
const mapping: StatementMapping = {
  ...{
    dayOrder: 'day-first',
    date: 'Booked',
    valueDate: null,
    narrative: 'Text',
    number: 'Our ref',
  },
  balance: 'Saldo',
  payerName: null,
  payerNumber: null,
  reference: null,
  signs: { kind: 'two-columns', in: 'Paid', out: 'Drawn' },
}

const words = fc
  .array(fc.constantFrom('HODAN ALI', 'RENT, MAY', 'A; B', 'FLAT 2', 'a.b', 'x'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => `RTGS ${parts.join(', ')}`)
const shape = fc.record({
  lines: fc.array(fc.tuple(words, fc.integer({ min: -900_000, max: 9_000_000 })), {
    minLength: 1,
    maxLength: 8,
  }),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  comma: fc.boolean(),
  title: fc.array(
    fc.constantFrom('', 'KCB BANK KENYA', 'Statement of account', 'Branch, Westlands'),
    {
      maxLength: 12,
    },
  ),
  isBook: fc.boolean(),
  isMapped: fc.boolean(),
})

/** Cents as one bank or another writes them: 1,234.50 or 1.234,50. */
function written(minor: number, comma: boolean): string {
  const [whole = '', part = ''] = (minor / 100).toFixed(2).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, comma ? '.' : ',')
  return `${groups}${comma ? ',' : '.'}${part}`
}

type Shape = typeof shape extends fc.Arbitrary<infer Facts> ? Facts : never

function tableOf({ lines, comma, title, isMapped }: Shape) {
  let balance = 100_000_000
  const rows = lines.map(([text, minor], place) => {
    balance += minor
    const side = [minor < 0 ? written(-minor, comma) : '', minor < 0 ? '' : written(minor, comma)]
    const day = `0${(place % 3) + 1}/11/2026`
    const days = isMapped ? [day] : ['03/11/2026', '03/11/2026']
    return [...days, text, ...side, written(balance, comma), `FT${place}`]
  })
  const forward = ['03/11/2026', '03/11/2026', 'Balance brought forward', '', '']
  const first = isMapped ? [] : [[...forward, written(100_000_000, comma), '']]
  const head = isMapped ? ['Booked', 'Text', 'Drawn', 'Paid', 'Saldo', 'Our ref'] : kcbHead
  return [...title.map((text) => [text]), head, ...first, ...rows]
}

const cell = (text: string, separator: string) => (text.includes(separator) ? `"${text}"` : text)

test('BANK-228 a statement is read with any separator, way of writing amounts and lines before its headings, as text or workbook, without its account number', async () => {
  await fc.assert(
    fc.asyncProperty(shape, async (facts) => {
      const { lines, separator, isBook, isMapped } = facts
      fc.pre(lines.every(([, minor]) => minor !== 0))
      const rows = tableOf(facts)
      const text = rows.map((row) => row.map((value) => cell(value, separator)).join(separator))
      const bytes = isBook ? workbookOf(rows) : Buffer.from(`${text.join('\n')}\n`)
      const file = { bytes, fileName: isBook ? 'x.xlsx' : 'x.csv', account }
      const read = await readStatement(isMapped ? { ...file, mapping } : file)
      if ('problem' in read) throw new Error(read.problem)
      expect(read).toMatchObject({ profile: isMapped ? 'mapped' : 'kcb', accountNumber: null })
      const found = read.lines.filter(({ minor }) => minor !== 0n)
      expect(found.map(({ minor }) => Number(minor))).toEqual(lines.map(([, minor]) => minor))
      expect(found.map(({ narrative }) => narrative)).toEqual(lines.map(([words]) => words))
      if (!isMapped) return
      expect(await readStatement(file)).toMatchObject({ unknownLayout: true })
      expect((await statementHeadings(bytes))?.headings).toEqual(
        'Booked,Text,Drawn,Paid,Saldo,Our ref'.split(','),
      )
    }),
    { numRuns: 25 },
  )
})
