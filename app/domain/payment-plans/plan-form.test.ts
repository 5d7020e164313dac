import fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '../../../tests/people.ts'
import { sum, usd } from '../../values/money.ts'
import { basisPoints } from '../../values/percent.ts'
import { changeLines, fieldsOf, lineNumbers, readLines, unusedNumber } from './plan-form.ts'
import { equalMonthlyLines, planLinesOf, type TemplateLine } from './plan-line.ts'

const milestoneId = '0190d0de-0000-7000-8000-000000000001'
const line = (share: string, due: Record<string, string>, number = 1) => ({
  lines: String(number),
  [`share-${number}`]: share,
  ...Object.fromEntries(Object.entries(due).map(([name, text]) => [`${name}-${number}`, text])),
})
const errorsOf = (fields: Record<string, string>) => {
  const read = readLines(fields)
  return read.ok ? {} : read.errors
}

test('PLAN-100 a line is read as a percentage or an amount, due on a day, after months or after a milestone', () => {
  const due = [
    { due: 'date', on: '2026-12-01' },
    { due: 'months', months: '3' },
    { due: 'milestone', milestone: milestoneId, days: '' },
  ]
  const fields = {
    ...line('10%', due[0] ?? {}, 1),
    ...line('$1,250.50', due[1] ?? {}, 2),
    ...line(' 90 % ', { ...due[2], label: '  Roof  ' }, 3),
    lines: '2,1,3',
  }
  expect(readLines(fields)).toEqual({
    ok: true,
    lines: [
      { label: null, percent: null, amount: 125_050n, due: { kind: 'months', months: 3 } },
      { label: null, percent: 1000, amount: null, due: { kind: 'date', on: '2026-12-01' } },
      {
        label: 'Roof',
        percent: 9000,
        amount: null,
        due: { kind: 'milestone', milestoneId, days: 0 },
      },
    ],
  })
})

test('PLAN-100 each invalid field has its own message, and none is invalid without one', () => {
  expect(errorsOf({})).toEqual({ lines: 'Add at least one line.' })
  expect(errorsOf(line('', { due: 'months', months: '1' }))).toEqual({
    'share-1': 'Enter a percentage like 10%, or an amount.',
  })
  expect(errorsOf(line('0%', { due: 'months', months: '1' }))).toHaveProperty('share-1')
  expect(errorsOf(line('101%', { due: 'months', months: '1' }))).toHaveProperty('share-1')
  expect(errorsOf(line('0', { due: 'date', on: '2026-02-30' }))).toEqual({
    'share-1': 'The amount must be greater than zero.',
    'on-1': 'This date does not exist.',
  })
  expect(errorsOf(line('5', { due: 'date', on: '2190-01-01' }))).toHaveProperty('on-1')
  expect(errorsOf(line('5', { due: 'months', months: '241' }))).toHaveProperty('months-1')
  expect(errorsOf(line('5', { due: 'milestone', milestone: 'x', days: '366' }))).toEqual({
    'milestone-1': 'Choose a milestone.',
    'days-1': 'Enter the days, from 0 to 365.',
  })
  expect(errorsOf(line('5', {}))).toEqual({ 'due-1': 'Choose when it is due.' })
  expect(errorsOf(line('5', { due: 'months', months: '1', label: 'x'.repeat(121) }))).toEqual({
    'label-1': 'Please keep this to 120 characters.',
  })
  const many = fieldsOf(Array.from({ length: 241 }, () => a(usd('1'))))
  expect(errorsOf(many)).toEqual({ lines: 'A plan has at most 240 lines.' })
})

const a = (amount: TemplateLine['amount'], percent: number | null = null): TemplateLine => ({
  label: null,
  amount,
  percent: percent === null ? null : basisPoints(percent),
  due: { kind: 'months', months: 1 },
})

const nonsense = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '10%',
    '5,000',
    '-5',
    '1e9',
    '%',
    '٥٠',
    '2026-12-01',
    '3',
    milestoneId,
    'date',
    'months',
    'milestone',
  ),
  fc.constantFrom('\u0000', '\u202Eabc', 'é'.repeat(500), '9'.repeat(3000), '-'),
)

test('PLAN-100 generated fields are read or refused at fields of the form, and never throw', () => {
  const names = fc.constantFrom(
    'lines',
    'act',
    ...'label share due on months milestone days'
      .split(' ')
      .flatMap((name) => [`${name}-1`, `${name}-2`]),
  )
  fc.assert(
    fc.property(
      fc.dictionary(names, nonsense),
      fc.constantFrom('1', '1,2', '2,1,2', ',,1'),
      (typed, lines) => {
        const fields = { ...typed, lines }
        const read = readLines(fields)
        const known = new Set(lineNumbers(fields).map(String))
        if (read.ok) expect(read.lines).toHaveLength(known.size)
        const refused = Object.keys(read.ok ? { lines: '' } : read.errors)
        for (const name of refused) expect([...known, 'lines']).toContain(name.split('-').at(-1))
        expect(refused).not.toHaveLength(0)
      },
    ),
    { numRuns: 500 },
  )
})

test('PLAN-101 lines are added, removed and moved by their buttons; numbers are not used again', () => {
  const fields = fieldsOf([a(usd('1')), a(usd('2')), a(usd('3'))])
  expect(changeLines(fields, 'up-1')?.lines).toBe('1,2,3')
  expect(changeLines(fields, 'up-3')?.lines).toBe('1,3,2')
  expect(changeLines(fields, 'down-1')?.lines).toBe('2,1,3')
  expect(changeLines(fields, 'down-3')?.lines).toBe('1,2,3')
  const removed = changeLines(fields, 'remove-3')
  expect(removed?.lines).toBe('1,2')
  expect(changeLines(removed ?? {}, 'add')?.lines).toBe('1,2,4')
  expect(unusedNumber({})).toBe(1)
  expect(changeLines(fields, 'remove-9')).toEqual(fields)
  for (const act of ['', 'save', 'remove-', 'remove-1x', 'toString'])
    expect(changeLines(fields, act)).toBeNull()
})

test('PLAN-101 fields written for lines are read as the same lines', () => {
  const lines: TemplateLine[] = [
    { ...a(null, 1250), due: { kind: 'milestone', milestoneId, days: 30 }, label: 'Roof' },
    { ...a(usd('1,250.50')), due: { kind: 'date', on: day('2026-12-01') } },
    a(null, 8750),
  ]
  expect(readLines(fieldsOf(lines))).toEqual({ ok: true, lines })
})

test('PLAN-102 percentages share what fixed amounts leave, to the cent', () => {
  const agreed = day('2026-11-30')
  const made = planLinesOf(
    [a(usd('1,000')), a(null, 3333), a(null, 3333), a(null, 3334)],
    usd('2,000.01'),
    agreed,
  )
  expect('refused' in made ? [] : made.map(({ amount }) => amount)).toEqual([
    100_000n,
    33_330n,
    33_330n,
    33_341n,
  ])
  expect(planLinesOf([a(null, 9000)], usd('10'), agreed)).toEqual({
    refused: 'percent-differs',
    percent: 9000,
  })
  expect(planLinesOf([a(usd('9'))], usd('10'), agreed)).toEqual({
    refused: 'amount-differs',
    total: 900n,
  })
  expect(planLinesOf([a(usd('11')), a(null, 10_000)], usd('10'), agreed)).toEqual({
    refused: 'amount-differs',
    total: 1100n,
  })
  expect(planLinesOf([a(null, 1), a(null, 9999)], usd('0.01'), agreed)).toEqual({
    refused: 'too-small',
  })
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 19 }),
      fc.bigInt({ min: 10_000n, max: 99_999_999_999_999n }),
      (shares, amount) => {
        const rest = 10_000 - shares.reduce((total, share) => total + share, 0)
        const lines = planLinesOf(
          [...shares, rest].map((share) => a(null, share)),
          amount as never,
          agreed,
        )
        expect('refused' in lines ? null : sum(lines.map((made) => made.amount))).toBe(amount)
      },
    ),
  )
})

test('PLAN-102 equal monthly lines differ by a cent at most and keep the end of the month', () => {
  const lines = equalMonthlyLines(usd('100'), 3, day('2026-11-30'))
  expect(lines.map(({ amount }) => amount)).toEqual([3334n, 3333n, 3333n])
  expect(lines.map(({ due }) => due)).toEqual([
    { kind: 'date', on: '2026-11-30' },
    { kind: 'date', on: '2026-12-30' },
    { kind: 'date', on: '2027-01-30' },
  ])
  const short = equalMonthlyLines(usd('2'), 2, day('2027-01-31')).map(({ due }) => due)
  expect(short[1]).toEqual({ kind: 'date', on: '2027-02-28' })
})
